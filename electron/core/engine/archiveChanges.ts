import { type ConversationRef, isImported } from '../../../shared/domain/index.ts'
import type { Archive } from '../archive/index.ts'
import type { RunningSync } from './conversationSync.ts'
import type { FleetWatch } from './fleet.ts'
import type { Engine } from './types.ts'

interface Followed {
  ref: ConversationRef
  sync: RunningSync
  watchers: number
}

/** What the engine does when events leave the archive under it, or move to another place. */
export function createArchiveChanges(deps: {
  archive: Pick<Archive, 'loadState' | 'facts'>
  fleet: FleetWatch
  followed(): Iterable<Followed>
  end(ref: ConversationRef, reason: string): Promise<void>
}): Pick<Engine, 'stop' | 'forgotten' | 'goOn'> {
  const { archive, fleet, end } = deps
  const meant = (isMeant: (ref: ConversationRef) => boolean) => [...deps.followed()].filter(({ ref }) => isMeant(ref))

  return {
    async stop(isMeant, reason) {
      await Promise.all(
        meant(isMeant).map(({ ref, sync, watchers }) =>
          // Nobody looks, or there is no server to read it from again.
          watchers === 0 || isImported(ref.connectionId) ? end(ref, reason) : sync.stop(reason),
        ),
      )
    },
    async forgotten(isMeant) {
      await fleet.forgotten(isMeant)
      for (const { ref, sync } of meant(isMeant)) {
        sync.setLoad(await archive.loadState(ref))
        sync.setFacts(await archive.facts(ref))
      }
    },
    goOn(isMeant) {
      for (const { sync } of meant(isMeant)) sync.retry()
    },
  }
}
