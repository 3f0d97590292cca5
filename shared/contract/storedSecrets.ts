import { z } from 'zod'
import { pageOf } from './pages.ts'
import { secretProblem } from './secrets.ts'

/** A secret of the account as servers list it: never with its value (contract §10). Its id is its name. */
export const storedSecretSchema = z.looseObject({ name: z.string(), description: z.string().nullish() })
export type StoredSecret = z.infer<typeof storedSecretSchema>

/** `page_id` is the name of the last secret of the page before; an unknown one begins again. */
export const storedSecretPageSchema = pageOf(storedSecretSchema)

/** Answer of every change of secrets and git providers. */
export const editAnswerSchema = z.looseObject({ message: z.string() })

/** A name with a slash could be stored but never changed or deleted: the id is a part of the path. */
const secretNameSchema = z.string().check(({ value, issues }) => {
  const message = value.includes('/') ? 'may not hold a slash' : secretProblem(value, '')
  if (message !== null) issues.push({ code: 'custom', message, input: undefined })
})

/** Body of `POST /api/v1/secrets`. An error never repeats the value. */
export const secretForWritingSchema = z.strictObject({
  name: secretNameSchema,
  value: z.string().check(({ value, issues }) => {
    const message = value === '' ? 'is empty' : secretProblem('NAME', value)
    if (message !== null) issues.push({ code: 'custom', message, input: undefined })
  }),
  description: z.string().nullable(),
})

/** Body of `PUT /api/v1/secrets/{id}`: it takes no value, and a description that is left out is cleared. */
export const secretChangeForWritingSchema = z.strictObject({
  name: secretNameSchema,
  description: z.string().nullable(),
})
