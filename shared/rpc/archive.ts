import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { archiveUsageSchema, clearingStageSchema, conversationRefSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const stages = eventIterator(clearingStageSchema)

/**
 * What the archive keeps. What is deleted is deleted when the first stage comes; ending a stream only ends the telling:
 * the rest is done behind the scenes.
 */
export const archiveContract = {
  usage: procedure.input(nothing).output(archiveUsageSchema),
  /** Deletes conversations here; their servers are not told. */
  forget: procedure.input(z.object({ conversations: z.array(conversationRefSchema).min(1) })).output(stages),
  /** Deletes everything that is kept of all connections. */
  wipe: procedure.input(nothing).output(stages),
  /** Whether anything of a connection is kept; when not, what was kept is deleted. */
  keep: procedure.input(z.object({ connectionId: z.string(), isKept: z.boolean() })).output(stages),
}
