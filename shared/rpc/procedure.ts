import { oc } from '@orpc/contract'
import { z } from 'zod'
import { failureSchema } from '../domain/index.ts'

/** Every procedure fails with one typed error whose data is a Failure. */
export const procedure = oc.errors({ FAILURE: { data: failureSchema } })

export const nothing = z.object({})
