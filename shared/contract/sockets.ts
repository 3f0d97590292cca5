import { z } from 'zod'
import { wireEventSchema } from './events/index.ts'
import { oneOf } from './shape.ts'

/** A frame of `/sockets/events` is an event (contract §13). */
export const eventFrameSchema = wireEventSchema

/** Sequence numbers count from 0; -1 asks for everything. */
const seqSchema = z.int().min(-1)

/**
 * Frames of `/sockets/session` (contract §18.3). `item_id` is the id of the event that the deltas become.
 * Seen: `sync` without `through_seq` opens a replay of an empty log, without `from_seq` a live-only subscription.
 */
export const sessionFrameSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('sync'), from_seq: seqSchema.nullish(), through_seq: seqSchema.nullish() }),
  z.strictObject({ type: z.literal('durable'), seq: seqSchema, event: wireEventSchema }),
  z.strictObject({ type: z.literal('transient'), event: wireEventSchema }),
  z.strictObject({
    type: z.literal('item_started'),
    item_id: z.string(),
    attempt: z.int().optional(),
    anchor_seq: seqSchema.nullish(),
  }),
  z.strictObject({
    type: z.literal('delta'),
    item_id: z.string(),
    order: z.int(),
    kind: oneOf(['text', 'reasoning']),
    content: z.string(),
    attempt: z.int().optional(),
    chunk_id: z.string().nullish(),
    choice_index: z.int().nullish(),
  }),
  // Not in the recordings: its other fields are not known.
  z.looseObject({ type: z.literal('item_aborted'), item_id: z.string() }),
  z.strictObject({ type: z.literal('error'), code: z.string(), detail: z.string() }),
])
export type SessionFrame = z.infer<typeof sessionFrameSchema>

/** First frame of a client, within 10 s; it is not acknowledged (contract §13). */
export const authFrameSchema = z.strictObject({ type: z.literal('auth'), session_api_key: z.string().min(1) })
export type AuthFrame = z.infer<typeof authFrameSchema>

/** Close codes of agent servers with their words; `isFatal` means that trying again as before cannot help. */
export const CLOSE_CODES = {
  1000: { words: 'The server closed the connection.', isFatal: false },
  1006: { words: 'The connection was cut; the sandbox may have been paused.', isFatal: false },
  1013: { words: 'The server has too many subscribers for this conversation.', isFatal: false },
  4001: { words: 'The server refused the session key; a resumed sandbox has a new one.', isFatal: true },
  4004: { words: 'The server does not know this conversation.', isFatal: true },
} as const
export type CloseCode = keyof typeof CLOSE_CODES

/** Says what a close code means; the server's `reason` stands in for codes that are not in the contract. */
export function closeWords(code: number, reason: string): string {
  const known = Object.entries(CLOSE_CODES).find(([name]) => Number(name) === code)
  if (known !== undefined) return known[1].words
  return reason === '' ? `The connection was closed with code ${code}.` : `The server closed the connection: ${reason}.`
}
