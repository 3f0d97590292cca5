import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { type Archive, openArchive } from '../../../../electron/core/archive/index.ts'
import { type ConversationSync, createEngine } from '../../../../electron/core/engine/index.ts'
import { createGateway } from '../../../../electron/core/gateway/index.ts'
import type { Connection, ConversationRef, SyncPhase, SyncState } from '../../../../shared/domain/index.ts'
import { allArchivedIds } from '../../../support/archivedIds.ts'
import { type ManualClock, manualClock } from '../../gateway/support/manualClock.ts'
import { ACCOUNT_KEY, CONVERSATION, ScriptedServer } from './scriptedServer.ts'

export const ref: ConversationRef = { connectionId: 'c1', conversationId: CONVERSATION }

export interface EngineUnderTest {
  server: ScriptedServer
  clock: ManualClock
  /** Where downloads lie while they are read. */
  loadsDir: string
  archive: Archive
  engine: ReturnType<typeof createEngine>
  /** What the engine gets for random numbers. */
  random: { value: number }
  /** Follows the conversation until it leaves or the test ends. */
  watch(): Watched
  archivedIds(): Promise<string[]>
}

export interface Watched {
  sync: ConversationSync
  state(): SyncState
  leave(): void
  /** Resolves when the state satisfies the condition. */
  until(condition: (state: SyncState) => boolean): Promise<SyncState>
  /** The next phase of this name after the one that was told last. */
  phase<P extends SyncPhase['phase']>(phase: P): Promise<Extract<SyncPhase, { phase: P }>>
}

/** A real engine, gateway and archive over a clock that the test drives, and a server that does as told. */
export async function startEngine(options: { events: number }): Promise<EngineUnderTest> {
  const server = await ScriptedServer.start()
  server.append(options.events)
  const clock = manualClock()
  const random = { value: 0.5 }
  const dataDir = mkdtempSync(join(tmpdir(), 'handrail-engine-'))
  const loadsDir = join(dataDir, 'loads')
  const worker = new URL('../../../../electron/core/archive/worker.ts', import.meta.url)
  const archive = await openArchive(new Worker(worker, { workerData: { dataDir } }), {
    viewChanged: () => undefined,
    factsChanged: (of, facts) => engine.factsChanged(of, facts),
    loadChanged: (of, load) => engine.loadChanged(of, load),
    blocked: () => undefined,
    failed: (message) => console.error(message),
  })
  const connection: Connection = {
    id: 'c1',
    name: 'Far',
    kind: 'app',
    baseUrl: server.url,
    isLocal: false,
    orgId: null,
    createdAt: 0,
  }
  const gateway = createGateway(
    { fetch: globalThis.fetch, proxyFor: async () => null, clock },
    { get: async () => ACCOUNT_KEY },
  )
  const engine = createEngine({
    archive,
    gateway,
    clock,
    random: () => random.value,
    connection: () => connection,
    log: () => undefined,
    loadsDir,
    isKept: () => true,
  })
  onTestFinished(async () => {
    await engine.close()
    await archive.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    server,
    clock,
    loadsDir,
    archive,
    engine,
    random,
    watch() {
      const { sync, release } = engine.watch(ref)
      return { ...watched(sync), leave: release }
    },
    archivedIds: () =>
      allArchivedIds(
        {
          view: {
            open: (spec) => archive.openView(spec),
            window: (request) => archive.window(request),
            close: async ({ view }) => ({ closed: await archive.closeView(view) }),
          },
        },
        ref,
      ),
  }
}

function watched(sync: ConversationSync): Omit<Watched, 'leave'> {
  const phases = [sync.state().sync]
  const waiting = new Set<() => void>()
  sync.subscribe((what) => {
    if (what !== 'state') return
    if (phases.at(-1) !== sync.state().sync) phases.push(sync.state().sync)
    for (const look of waiting) look()
  })
  const soon = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  // Every conversation begins as local, before anything was asked.
  let told = 1
  return {
    sync,
    state: () => sync.state(),
    until: (condition) => soon(() => (condition(sync.state()) ? sync.state() : undefined)),
    phase: (phase) =>
      soon(() => {
        const at = phases.findIndex((one, i) => i >= told && one.phase === phase)
        const found = phases[at]
        if (found === undefined || !is(found, phase)) return undefined
        told = at + 1
        return found
      }),
  }
}

function is<P extends SyncPhase['phase']>(sync: SyncPhase, phase: P): sync is Extract<SyncPhase, { phase: P }> {
  return sync.phase === phase
}

/** Lets time pass, in small steps, until what is waited for has come. */
export async function passing<T>(clock: ManualClock, wanted: Promise<T>): Promise<T> {
  let isHere = false
  const here = wanted.finally(() => {
    isHere = true
  })
  while (!isHere) {
    await clock.advance(20)
    // Servers and the archive answer in real time.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return here
}
