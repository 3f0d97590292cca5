import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { conversationRefSchema, liveFactsSchema, syncStateSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

export const syncContract = {
  /** Keeps the conversation in step for as long as the stream is read; each item replaces the one before. */
  watch: procedure
    .input(conversationRefSchema)
    .output(eventIterator(z.object({ state: syncStateSchema, facts: liveFactsSchema }))),
  /** Tries again now, after `stopped` or while waiting to reconnect. */
  retry: procedure.input(conversationRefSchema).output(nothing),
  /** Stops a load that is under way; what is stored stays. */
  cancel: procedure.input(conversationRefSchema).output(nothing),
}
