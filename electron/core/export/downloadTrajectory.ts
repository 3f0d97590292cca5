import type { DownloadStage } from '../../../shared/domain/index.ts'
import type { WorkClient } from '../gateway/index.ts'
import type { HostPorts } from '../ports.ts'
import { RedactedZip } from './redactedZip.ts'
import { targetFile } from './targetFile.ts'

export interface DownloadDeps {
  ports: Pick<HostPorts, 'downloadsDir' | 'offerFile'>
  server: Pick<WorkClient, 'trajectory'>
  redactText(text: string): string
}

/**
 * Downloads the server's zip of a conversation into the downloads folder, keys taken out. `onBytes` hears how much came.
 * A failure or an abort leaves nothing behind.
 */
export async function downloadTrajectory(
  { ports, server, redactText }: DownloadDeps,
  conversationId: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Extract<DownloadStage, { stage: 'done' }>> {
  const target = await targetFile(ports.downloadsDir, `conversation_${conversationId}.zip`)
  try {
    let zip: RedactedZip | null = null
    let written = 0
    await server.trajectory(
      conversationId,
      () => {
        const fresh = new RedactedZip({
          conversationId,
          redactText,
          async write(chunk) {
            written += chunk.byteLength
            await target.write(chunk)
          },
        })
        zip = fresh
        let received = 0
        let begun: Promise<void> | null = null
        return async (chunk) => {
          // An attempt before this one may have left its part.
          begun ??= target.restart().then(() => {
            written = 0
          })
          await begun
          received += chunk.byteLength
          await fresh.push(chunk)
          onBytes(received)
        }
      },
      signal,
    )
    const whole: RedactedZip = zip ?? new RedactedZip({ conversationId, redactText, write: target.write })
    await whole.end()
    signal.throwIfAborted()
    const file = await target.finish()
    return {
      stage: 'done',
      file,
      bytes: written,
      entries: whole.entries,
      redactions: whole.redactions,
      address: ports.offerFile(file),
    }
  } finally {
    await target.discard()
  }
}
