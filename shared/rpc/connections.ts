import { z } from 'zod'
import { connectionCheckSchema, listedConnectionSchema, newConnectionSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

export const connectionsContract = {
  list: procedure.input(nothing).output(z.array(listedConnectionSchema)),
  /** Starts the local service again after it failed; how that goes is told by `list`. */
  startLocal: procedure.input(nothing).output(nothing),
  /** Checks the server and the key, then stores both. Nothing is stored when the check fails. */
  add: procedure.input(newConnectionSchema).output(connectionCheckSchema),
  /** Forgets the connection and its key; archived events stay unless `forgetEvents`. */
  remove: procedure.input(z.object({ id: z.string(), forgetEvents: z.boolean() })).output(nothing),
}
