import type { Conversation, ExportFormat } from '../../../../shared/domain/index.ts'
import { HtmlWriter } from './htmlWriter.ts'
import { JsonlWriter } from './jsonlWriter.ts'
import { MOST_ZIPPED_EVENTS, ZipWriter } from './zipWriter.ts'

/** What is known of the conversation as a whole. */
export interface ExportHead {
  conversationId: string
  /** Null when there is no record of it. */
  record: Conversation | null
  events: number
  /** Events that the server is known to have and the archive has not. */
  missing: number
}

/** Writes one file event by event; what it has written is taken from it now and then. */
export interface ExportWriter {
  /** `position`: 0-based place in the file. */
  event(position: number, id: string, json: string): void
  /** To be called after the last event; `lost`: how many could not be read. */
  end(lost: number): void
  /** What was written since the last call. */
  take(): Uint8Array
}

/** Bytes of JSON in one file of the zip format of the servers, which has four bytes for a size. */
export const MOST_ZIPPED_BYTES = 3.9e9
export { MOST_ZIPPED_EVENTS }

export function exportWriter(format: ExportFormat, head: ExportHead): ExportWriter {
  switch (format) {
    case 'jsonl':
      return new JsonlWriter()
    case 'zip':
      return new ZipWriter(head)
    case 'html':
      return new HtmlWriter(head)
    default:
      return format satisfies never
  }
}
