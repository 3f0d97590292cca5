import { searchPageSchema, searchRequestSchema } from '../domain/index.ts'
import { procedure } from './procedure.ts'

export const searchContract = {
  /** Searches what the archive holds; no server is asked. Refuses a query that says nothing, naming what is wrong. */
  find: procedure.input(searchRequestSchema).output(searchPageSchema),
}
