import { z } from 'zod'
import {
  conversationFilterSchema,
  conversationPatchSchema,
  conversationRefSchema,
  conversationSchema,
  deletionSchema,
  queuedMessageSchema,
} from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

const noteSchema = z.object({ note: z.string() })

/** What is done to the records of an app server, and questions to it that the list alone cannot answer. */
export const conversationChangesContract = {
  /** Asks the server itself; a page of at most 100, newest created first. */
  find: procedure
    .input(z.object({ connectionId: z.string(), filter: conversationFilterSchema, pageId: z.string().nullable() }))
    .output(z.object({ conversations: z.array(conversationSchema), nextPageId: z.string().nullable() })),
  /** The server counts sub-conversations whatever the filter says of them. */
  count: procedure
    .input(z.object({ connectionId: z.string(), filter: conversationFilterSchema }))
    .output(z.object({ count: z.number() })),
  /** In request order, null for those that the server does not know. At most 99. */
  byId: procedure
    .input(z.object({ connectionId: z.string(), ids: z.array(z.string()).max(99) }))
    .output(z.array(conversationSchema.nullable())),
  /** Changes the app server's record; answers the record as it is then. */
  update: procedure.input(conversationRefSchema.extend({ patch: conversationPatchSchema })).output(conversationSchema),
  /** Changes the title that the agent server keeps for itself: titles do not travel (contract §18.4). */
  renameOnAgent: procedure.input(conversationRefSchema.extend({ title: z.string() })).output(nothing),
  switchProfile: procedure.input(conversationRefSchema.extend({ name: z.string() })).output(noteSchema),
  switchAcpModel: procedure.input(conversationRefSchema.extend({ model: z.string() })).output(noteSchema),
  /** What would go with it, as the server says now. */
  deletion: procedure.input(conversationRefSchema).output(deletionSchema),
  /** Deletes it on the server; the archive keeps every event. */
  delete: procedure.input(conversationRefSchema).output(noteSchema),
  /** A message for what a start task is making. */
  queue: procedure
    .input(z.object({ connectionId: z.string(), taskId: z.string(), text: z.string().min(1) }))
    .output(queuedMessageSchema),
}
