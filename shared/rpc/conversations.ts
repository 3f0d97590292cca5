import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import {
  conversationRefSchema,
  conversationSchema,
  failureSchema,
  sentMessageSchema,
  startRequestSchema,
  startTaskSchema,
} from '../domain/index.ts'
import { conversationChangesContract } from './conversationChanges.ts'
import { procedure } from './procedure.ts'

const fleetSchema = z.object({
  conversations: z.array(conversationSchema),
  /** False while pages are still being fetched. */
  isComplete: z.boolean(),
  /** Milliseconds since the epoch of the newest answer; null when shown from the archive only. */
  fetchedAt: z.number().nullable(),
  /** Why the newest refresh failed; null when it did not. */
  failure: failureSchema.nullable(),
})
export type Fleet = z.infer<typeof fleetSchema>

export const conversationsContract = {
  ...conversationChangesContract,
  /** What is known of all conversations of a connection: from the archive at once, refreshed in the background. */
  list: procedure.input(z.object({ connectionId: z.string() })).output(fleetSchema),
  /** Asks the servers now. */
  refresh: procedure.input(z.object({ connectionId: z.string() })).output(fleetSchema),
  /** A signal each time `list` would answer something else. */
  /** Keeps the lists fresh for as long as it is read; seldom while nobody sees the page. */
  changes: procedure
    .input(z.object({ isHidden: z.boolean() }))
    .output(eventIterator(z.object({ connectionId: z.string() }))),
  get: procedure.input(conversationRefSchema).output(conversationSchema),
  start: procedure.input(startRequestSchema).output(startTaskSchema),
  /** Starts of the last hours that are under way or failed, newest first: also those begun in another window. */
  startTasks: procedure.input(z.object({ connectionId: z.string() })).output(z.array(startTaskSchema)),
  startTask: procedure.input(z.object({ connectionId: z.string(), id: z.string() })).output(startTaskSchema),
  /** `run`: whether the agent starts on it. Answers what the server did, in words. */
  send: procedure
    .input(conversationRefSchema.extend({ text: z.string().min(1), run: z.boolean() }))
    .output(sentMessageSchema),
  run: procedure.input(conversationRefSchema).output(z.object({ note: z.string() })),
  pause: procedure.input(conversationRefSchema).output(z.object({ note: z.string() })),
  interrupt: procedure.input(conversationRefSchema).output(z.object({ note: z.string() })),
  /** Answers every pending action at once: the server knows no finer choice (contract §11). */
  confirm: procedure
    .input(conversationRefSchema.extend({ accept: z.boolean(), reason: z.string() }))
    .output(z.object({ note: z.string() })),
}
