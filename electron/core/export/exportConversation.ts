import type { Conversation, ConversationRef, ExportFormat, ExportStage } from '../../../shared/domain/index.ts'
import type { Archive } from '../archive/index.ts'
import type { HostPorts } from '../ports.ts'
import { targetFile } from './targetFile.ts'

export interface ExportWish {
  conversation: ConversationRef
  format: ExportFormat
  /** Null when nothing but the events is known. */
  record: Conversation | null
}

export type ExportProgress = Extract<ExportStage, { stage: 'writing' }>
export type ExportSource = Pick<Archive, 'openExport' | 'readExport' | 'closeExport'>

/** Writes a conversation part by part; gives what the file holds. A failure or an abort leaves the rest unwritten. */
export async function writeExport(
  archive: ExportSource,
  { conversation, format, record }: ExportWish,
  write: (bytes: Uint8Array) => Promise<void>,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<{ events: number; lost: number; missing: number; bytes: number }> {
  signal.throwIfAborted()
  const { export: id, events: total, missing } = await archive.openExport(conversation, format, record)
  try {
    let size = 0
    for (;;) {
      const { bytes, events, lost, isDone } = await archive.readExport(id)
      signal.throwIfAborted()
      if (bytes.byteLength > 0) await write(bytes)
      size += bytes.byteLength
      onProgress({ stage: 'writing', events, total })
      if (isDone) return { events, lost, missing, bytes: size }
    }
  } finally {
    // One whose worker ended is closed already.
    await archive.closeExport(id).catch(() => undefined)
  }
}

/** As `writeExport`, into the downloads folder. A failure or an abort leaves nothing behind. */
export async function exportConversation(
  { ports, archive }: { ports: Pick<HostPorts, 'downloadsDir' | 'offerFile'>; archive: ExportSource },
  wish: ExportWish,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportStage> {
  const target = await targetFile(ports.downloadsDir, exportName(wish))
  try {
    const written = await writeExport(archive, wish, target.write, onProgress, signal)
    const file = await target.finish()
    return { stage: 'done', file, ...written, address: ports.offerFile(file) }
  } finally {
    await target.discard()
  }
}

/** `archived_` tells it from what the server gives. */
export function exportName({ conversation, format }: Pick<ExportWish, 'conversation' | 'format'>): string {
  return `archived_${conversation.conversationId.replaceAll(/[^\w-]/g, '_')}.${format}`
}
