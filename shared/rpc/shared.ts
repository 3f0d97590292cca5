import { z } from 'zod'
import { conversationRefSchema, sharedLookSchema, viewedSharedSchema } from '../domain/index.ts'
import { nothing, procedure } from './procedure.ts'

/** Null leaves a parameter out. Times are naive UTC (contract §8). */
const filterSchema = z.object({
  kind: z.string().nullable(),
  from: z.string().nullable(),
  before: z.string().nullable(),
})

/** What servers show to everybody: none of these calls carries a key, and none needs a connection. */
export const sharedContract = {
  /**
   * Looks what a server shows of a conversation, and stores its record and the events asked for by id (at most 100).
   * The rest is loaded by `sync.watch`, as of every conversation.
   */
  open: procedure
    .input(
      z.object({
        baseUrl: z.string().max(2000),
        conversationId: z.string().max(100),
        eventIds: z.array(z.string().min(1).max(200)).max(100),
      }),
    )
    .output(sharedLookSchema),
  /** Shared conversations that were opened here before. */
  viewed: procedure.input(nothing).output(z.array(viewedSharedSchema)),
  /** Removes everything that is stored of a server's shared conversations. */
  forget: procedure.input(z.object({ connectionId: z.string() })).output(nothing),
  /** As the server counts: with the events that it does not show. */
  count: procedure.input(conversationRefSchema.extend(filterSchema.shape)).output(z.object({ count: z.number() })),
  /** Stores one page of what the server finds; `nextPageId` null at the end. */
  fetch: procedure
    .input(
      conversationRefSchema.extend({
        ...filterSchema.shape,
        newestFirst: z.boolean(),
        pageId: z.string().nullable(),
        limit: z.number().int(),
      }),
    )
    .output(z.object({ ids: z.array(z.string()), inserted: z.number(), nextPageId: z.string().nullable() })),
}
