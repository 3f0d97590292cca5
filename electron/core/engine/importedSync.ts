import type { ConversationRef } from '../../../shared/domain/index.ts'
import type { RunningSync, SyncDeps } from './conversationSync.ts'
import { SyncStatus } from './syncStatus.ts'

/** An imported conversation has no server to be in step with: it tells what is stored, and nothing else happens. */
export function createImportedSync(
  { archive, clock }: Pick<SyncDeps, 'archive' | 'clock'>,
  ref: ConversationRef,
): RunningSync {
  const status = new SyncStatus(clock.now)
  const reading = read().catch(() => undefined)

  async function read(): Promise<void> {
    status.load(await archive.loadState(ref))
    status.facts = await archive.facts(ref)
    status.notify('facts')
  }

  return {
    state: () => status.state,
    facts: () => status.facts,
    drafts: () => [],
    subscribe: (listener) => status.subscribe(listener),
    setFacts(facts) {
      status.facts = facts
      status.notify('facts')
    },
    setLoad: (load) => status.load(load),
    retry: () => undefined,
    poke: () => undefined,
    cancel: () => undefined,
    pause: () => undefined,
    askAgain: () => undefined,
    // Nothing is read but what is stored.
    stop: async () => undefined,
    async close(reason) {
      if (reason !== undefined) status.enter({ phase: 'stopped', reason, canRetry: false })
      await reading
    },
  }
}
