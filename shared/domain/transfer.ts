import { z } from 'zod'
import { conversationRefSchema } from './connection.ts'
import { conversationSchema } from './conversation.ts'
import { sharedBaseUrl } from './sharing.ts'

/**
 * `jsonl`: one redacted event a line, in log order. `zip`: the layout of the server's own download. `html`: a page to
 * read, without scripts.
 */
export const EXPORT_FORMATS = ['jsonl', 'zip', 'html'] as const
export const exportFormatSchema = z.enum(EXPORT_FORMATS)
export type ExportFormat = z.infer<typeof exportFormatSchema>

/** How far an export from the archive is. */
export const exportStageSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('writing'), events: z.number(), total: z.number() }),
  z.object({
    stage: z.literal('done'),
    /** Path of the file on the host's machine. */
    file: z.string(),
    bytes: z.number(),
    events: z.number(),
    /** Events that could not be read, because a part of the archive is damaged. */
    lost: z.number(),
    /** Events that the server is known to have and the archive has not: they are not in the file. */
    missing: z.number(),
    /** Where the page can fetch it once; null where the file is on the person's own machine. */
    address: z.string().nullable(),
  }),
])
export type ExportStage = z.infer<typeof exportStageSchema>

/** A part of a file that could not be taken in: which line or entry, and what is wrong with it. */
export const importProblemSchema = z.object({ place: z.string(), problem: z.string() })
export type ImportProblem = z.infer<typeof importProblemSchema>

/** What an import did. All counts are of durable events. */
export const importResultSchema = z.object({
  conversation: conversationRefSchema,
  title: z.string().nullable(),
  /** Events of the file that are in the archive now. */
  events: z.number(),
  /** Of these, how many were there from an earlier import. */
  known: z.number(),
  kinds: z.record(z.string(), z.number()),
  /** Events that deviate from the contract; each is marked in the timeline. */
  nonconforming: z.number(),
  /** Streaming deltas and full states, which are not durable events and were left out. */
  leftOut: z.number(),
  /** Lines and entries that could not be taken in. */
  rejected: z.number(),
  /** The first of them. */
  problems: z.array(importProblemSchema),
})
export type ImportResult = z.infer<typeof importResultSchema>

/** How far the reading of a file is that the host has. */
export const importStageSchema = z.discriminatedUnion('stage', [
  /** `bytes` of `total` of the file are read. */
  z.object({ stage: z.literal('reading'), events: z.number(), bytes: z.number(), total: z.number() }),
  z.object({ stage: z.literal('done'), result: importResultSchema }),
])
export type ImportStage = z.infer<typeof importStageSchema>

/** Stands where a connection's id stands for what was imported from files: no server, no key. */
export const IMPORTED = 'imported'

export function isImported(connectionId: string): boolean {
  return connectionId === IMPORTED
}

/** True for what nothing can be sent to: it has no server, or is seen as everybody with the link sees it. */
export function isReadOnlyConnection(connectionId: string): boolean {
  return isImported(connectionId) || sharedBaseUrl(connectionId) !== null
}

/** Tags that an import adds to a record, so that it is seen everywhere what it is. */
export const IMPORT_TAGS = { file: 'importedfrom', time: 'importedat' } as const

/** A conversation that was imported from a file. */
export const importedSchema = z.object({
  record: conversationSchema,
  events: z.number(),
  nonconforming: z.number(),
})
export type Imported = z.infer<typeof importedSchema>
