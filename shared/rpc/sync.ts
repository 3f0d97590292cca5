import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { conversationRefSchema, liveFactsSchema, syncStateSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

export const syncContract = {
  /** Keeps the conversation in step for as long as the stream is read; each item replaces the one before. */
  watch: procedure
    .input(conversationRefSchema)
    .output(eventIterator(z.object({ state: syncStateSchema, facts: liveFactsSchema }))),
  /** Tries again now, after `stopped` or while waiting to reconnect; goes on after `paused`. */
  retry: procedure.input(conversationRefSchema).output(nothing),
  /** Stops a load that is under way; what is stored stays. */
  cancel: procedure.input(conversationRefSchema).output(nothing),
  /** Halts a slow load until `retry`; it then goes on where it stopped. */
  pause: procedure.input(conversationRefSchema).output(nothing),
  /** Compares everything with the server anew, for what is missing although nothing failed. */
  askAgain: procedure.input(conversationRefSchema).output(nothing),
}
