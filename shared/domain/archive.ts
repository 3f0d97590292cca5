import { z } from 'zod'
import { conversationRefSchema } from './connection.ts'

/** How much of the disk the events of a conversation take. Times are milliseconds since the epoch. */
export const storedConversationSchema = conversationRefSchema.extend({
  title: z.string().nullable(),
  /** Its server does not list it any more. */
  isDeleted: z.boolean(),
  events: z.number(),
  /** Its events as JSON. */
  rawBytes: z.number(),
  /** Blocks, columns and tail as measured, and its share of the search index and of all else that is kept for all. */
  bytes: z.number(),
  lastEventAt: z.number().nullable(),
  openedAt: z.number().nullable(),
})

/** The archive on the disk; the conversations, what is free and what is leaving are together the database. */
export const storedUsageSchema = z.object({
  databaseBytes: z.number(),
  /** The log of what was written last, which is cut when the archive rests. */
  walBytes: z.number(),
  /** Pages that hold nothing, kept for what comes next. */
  freeBytes: z.number(),
  /** What is deleted and not out of the file yet. */
  leavingBytes: z.number(),
  conversations: z.array(storedConversationSchema),
})
export type StoredUsage = z.infer<typeof storedUsageSchema>

/**
 * From where the events could be had again. `server`; `unlisted`: its server does not list it any more and may have
 * nothing of it; `unconnected`: its connection was removed; `file`: it was imported.
 */
export const otherCopySchema = z.enum(['server', 'unlisted', 'unconnected', 'file'])
export type OtherCopy = z.infer<typeof otherCopySchema>

export const keptConversationSchema = storedConversationSchema.omit({ isDeleted: true }).extend({
  otherCopy: otherCopySchema,
  /** Somebody looks at it now. */
  isOpen: z.boolean(),
})
export type KeptConversation = z.infer<typeof keptConversationSchema>

export const archiveUsageSchema = storedUsageSchema.omit({ conversations: true }).extend({
  conversations: z.array(keptConversationSchema),
  /** Archives that were found damaged and set aside. */
  setAsideBytes: z.number(),
  /** What is held in memory of connections that keep nothing. */
  memoryBytes: z.number(),
})
export type ArchiveUsage = z.infer<typeof archiveUsageSchema>

/**
 * How far the space of what was deleted is. `deleting`: events leave the file; `returning`: free pages go back to the
 * disk; `clearing`: words leave the search index; `erasing`: files of a wiped archive are overwritten.
 */
export const clearingStageSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('deleting'), eventsLeft: z.number() }),
  z.object({ stage: z.literal('returning'), bytesLeft: z.number() }),
  z.object({ stage: z.literal('clearing') }),
  z.object({ stage: z.literal('erasing'), bytesLeft: z.number() }),
  /** `bytes`: what the archive takes on the disk now. */
  z.object({ stage: z.literal('done'), bytes: z.number() }),
])
export type ClearingStage = z.infer<typeof clearingStageSchema>
