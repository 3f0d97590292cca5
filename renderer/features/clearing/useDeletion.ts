import { useQueryClient } from '@tanstack/react-query'
import type { ArchiveUsage, ClearingStage } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { useClearing } from './clearingStore.ts'

/** What the archive takes on the disk, with all that belongs to it. */
export function bytesOnDisk({ databaseBytes, walBytes, setAsideBytes }: ArchiveUsage): number {
  return databaseBytes + walBytes + setAsideBytes
}

/** Starts deletions; what pages show of the archive is read anew when they change it. */
export function useDeletion() {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const start = useClearing((state) => state.start)
  return (
    what: { what: string; events: number; usage: ArchiveUsage },
    run: (signal: AbortSignal) => Promise<AsyncIterable<ClearingStage>>,
    signal: AbortSignal,
  ) =>
    start(
      {
        what: what.what,
        events: what.events,
        bytes: bytesOnDisk(what.usage),
        run,
        async changed() {
          const keys = [orpc.archive.key(), orpc.imports.key(), orpc.connections.key(), orpc.conversations.key()]
          await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
        },
      },
      signal,
    )
}
