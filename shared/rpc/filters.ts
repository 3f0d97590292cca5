import { z } from 'zod'
import { savedFilterSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const listSchema = z.array(savedFilterSchema)

/** Filters that are kept under names, in the data folder. Each change answers with all of them, by name. */
export const filtersContract = {
  list: procedure.input(nothing).output(listSchema),
  /** Keeps a filter, or changes the one of this id. A name that another one has is refused. */
  save: procedure.input(savedFilterSchema).output(listSchema),
  remove: procedure.input(savedFilterSchema.pick({ id: true })).output(listSchema),
}
