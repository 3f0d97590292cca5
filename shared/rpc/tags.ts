import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { conversationRefSchema, tagEditSchema, tagSaveStageSchema } from '../domain/index.ts'
import { procedure } from './procedure.ts'

export const tagsContract = {
  /** The authoritative map, from the agent server. */
  read: procedure.input(conversationRefSchema).output(z.object({ tags: z.record(z.string(), z.string()) })),
  save: procedure
    .input(conversationRefSchema.extend({ edit: tagEditSchema }))
    .output(eventIterator(tagSaveStageSchema)),
}
