import {
  type Connection,
  type Conversation,
  type ConversationRef,
  HandrailError,
  isImported,
  type LiveFacts,
  sharedBaseUrl,
} from '../../../shared/domain/index.ts'
import type { LoadState, WholeArchive } from '../archive/index.ts'
import type { Gateway } from '../gateway/index.ts'
import type { Clock } from '../ports.ts'
import { createArchiveChanges } from './archiveChanges.ts'
import { createConversationSync, type RunningSync } from './conversationSync.ts'
import { FleetWatch } from './fleet.ts'
import { createImportedRecords } from './importedRecords.ts'
import { createImportedSync } from './importedSync.ts'
import { LoadFiles } from './loadFiles.ts'
import { createSharedRecords } from './sharedRecords.ts'
import { createSharedSync } from './sharedSync.ts'
import type { Engine } from './types.ts'

/** A conversation that nobody watches any more is let go after this, so that going back and forth costs nothing. */
const LINGER_MS = 30_000

export interface EngineDeps {
  archive: WholeArchive
  gateway: Gateway
  clock: Clock
  random(): number
  connection(id: string): Connection
  log(message: string): void
  /** Folder of its own for downloads that are read once. */
  loadsDir: string
  /** Whether anything of a connection may be written to the disk. */
  isKept(connectionId: string): boolean
}

interface Watched {
  ref: ConversationRef
  sync: RunningSync
  watchers: number
  /** Ends the wait before letting go. */
  linger: AbortController | null
}

/** One engine per core: every open conversation's sync and the fleet list. */
export function createEngine(deps: EngineDeps): Engine & {
  factsChanged(ref: ConversationRef, facts: LiveFacts): void
  loadChanged(ref: ConversationRef, load: LoadState): void
  /** Ends what runs for a connection that is being removed. */
  forget(connectionId: string): Promise<void>
} {
  const watched = new Map<string, Watched>()
  const keyOf = (ref: ConversationRef) => `${ref.connectionId} ${ref.conversationId}`

  const files = new LoadFiles(deps.loadsDir)
  const shared = createSharedRecords(deps)
  const imported = createImportedRecords(deps.archive)
  const fleet = new FleetWatch({
    ...deps,
    shared,
    imported,
    overlay(record) {
      const current = watched.get(keyOf(record))?.sync
      return current === undefined ? record : withFacts(record, current)
    },
    isWatched: (record) => watched.has(keyOf(record)),
    onRecord(record) {
      if (record.sandboxStatus === 'RUNNING') watched.get(keyOf(record))?.sync.poke()
    },
  })
  const keepingFresh = fleet.keepFresh().catch(() => undefined)
  let isClosed = false

  function syncOf(ref: ConversationRef): RunningSync {
    if (isImported(ref.connectionId)) return createImportedSync(deps, ref)
    const baseUrl = sharedBaseUrl(ref.connectionId)
    if (baseUrl !== null) return createSharedSync(deps, baseUrl, ref)
    return createConversationSync({ ...deps, files }, deps.connection(ref.connectionId), ref)
  }

  async function letGo(key: string, entry: Watched, signal: AbortSignal): Promise<void> {
    await deps.clock.sleep(LINGER_MS, signal)
    if (entry.watchers > 0) return
    watched.delete(key)
    await entry.sync.close()
    if (!watched.has(key)) await deps.archive.release(entry.ref)
  }

  async function forget(connectionId: string): Promise<void> {
    const closing = [fleet.forget(connectionId)]
    for (const [key, entry] of watched) {
      if (!key.startsWith(`${connectionId} `)) continue
      watched.delete(key)
      entry.linger?.abort()
      closing.push(entry.sync.close('Its connection was removed.'))
    }
    await Promise.all(closing)
  }

  async function end(ref: ConversationRef, reason: string): Promise<void> {
    const key = keyOf(ref)
    const entry = watched.get(key)
    watched.delete(key)
    entry?.linger?.abort()
    await entry?.sync.close(reason)
  }

  return {
    ...createArchiveChanges({ archive: deps.archive, fleet, followed: () => watched.values(), end }),
    watch(ref) {
      const key = keyOf(ref)
      let entry = watched.get(key)
      if (entry === undefined) {
        if (isClosed) throw new HandrailError({ code: 'cancelled', message: 'Handrail is closing.' })
        entry = {
          ref: { connectionId: ref.connectionId, conversationId: ref.conversationId },
          sync: syncOf(ref),
          watchers: 0,
          linger: null,
        }
        watched.set(key, entry)
      }
      const held = entry
      held.watchers += 1
      held.linger?.abort()
      held.linger = null
      let isReleased = false
      return {
        sync: held.sync,
        release() {
          if (isReleased) return
          isReleased = true
          held.watchers -= 1
          if (held.watchers > 0 || watched.get(key) !== held) return
          held.linger = new AbortController()
          letGo(key, held, held.linger.signal).catch(() => undefined)
        },
      }
    },
    current: (ref) => watched.get(keyOf(ref))?.sync ?? null,
    fleet,
    shared: {
      ...shared,
      async forget(connectionId) {
        await forget(connectionId)
        await shared.forget(connectionId)
      },
    },
    imported: {
      ...imported,
      async forget(ref) {
        await end(ref, 'It was removed from this machine.')
        await imported.forget(ref)
      },
    },
    keysOpened() {
      for (const { sync } of watched.values()) {
        const { sync: phase } = sync.state()
        if (phase.phase === 'stopped' && phase.canRetry) sync.retry()
      }
      fleet.refreshAll()
    },
    factsChanged(ref, facts) {
      const entry = watched.get(keyOf(ref))
      if (entry === undefined) return
      const before = entry.sync.facts()
      entry.sync.setFacts(facts)
      if (before.executionStatus !== facts.executionStatus) fleet.changed(ref.connectionId)
    },
    loadChanged: (ref, load) => watched.get(keyOf(ref))?.sync.setLoad(load),
    async deleted(connectionId, conversationIds) {
      const closing = [fleet.deleted(connectionId, conversationIds)]
      for (const conversationId of conversationIds) {
        // The server leaves the socket of a deleted conversation open (contract §18.3).
        closing.push(end({ connectionId, conversationId }, 'It was deleted on the server; what is stored stays.'))
      }
      await Promise.all(closing)
    },
    forget,
    async close() {
      isClosed = true
      const entries = [...watched.values()]
      watched.clear()
      for (const entry of entries) entry.linger?.abort()
      await Promise.all([fleet.close(), ...entries.map((entry) => entry.sync.close())])
      await keepingFresh
    },
  }
}

/** The agent server is the truth for run state; the record lags and can go backwards (contract §18.4). */
function withFacts(record: Conversation, sync: RunningSync): Conversation {
  const { executionStatus, costUsd } = sync.facts()
  if (sync.state().sync.phase !== 'live') return record
  return {
    ...record,
    executionStatus: executionStatus ?? record.executionStatus,
    usage: record.usage !== null && costUsd !== null ? { ...record.usage, costUsd } : record.usage,
  }
}
