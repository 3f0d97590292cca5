import type { ClearingStage } from '../../../shared/domain/index.ts'
import type { WholeArchive } from '../../core/archive/index.ts'
import type { Output } from '../output.ts'

/**
 * Deletes, and waits until the disk has its space back. Who interrupts this leaves the rest to the next start: what is
 * deleted is deleted.
 */
export async function clearing(
  archive: Pick<WholeArchive, 'usage' | 'clear'>,
  output: Output,
  signal: AbortSignal,
  deletion: () => Promise<void>,
): Promise<{ freedBytes: number; bytes: number }> {
  const { databaseBytes, walBytes, setAsideBytes } = await archive.usage()
  const before = databaseBytes + walBytes + setAsideBytes
  await deletion()
  for (;;) {
    signal.throwIfAborted()
    const stage = await archive.clear()
    if (stage.stage === 'done') return { freedBytes: Math.max(0, before - stage.bytes), bytes: stage.bytes }
    output.progress(wordsOf(stage))
  }
}

function wordsOf(stage: Exclude<ClearingStage, { stage: 'done' }>): string {
  switch (stage.stage) {
    case 'deleting':
      return `${stage.eventsLeft} events left to delete`
    case 'returning':
      return `${(stage.bytesLeft / 1e6).toFixed(1)} MB to give back`
    case 'clearing':
      return 'taking their words out of the search index'
    case 'erasing':
      return `${(stage.bytesLeft / 1e6).toFixed(1)} MB to overwrite`
  }
}
