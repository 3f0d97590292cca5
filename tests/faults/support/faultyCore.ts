import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createRouterClient } from '@orpc/server'
import { expect } from 'vitest'
import { createCore } from '../../../electron/core/createCore.ts'
import { type LocalService, type LocalServiceOptions, startLocalService } from '../../../electron/local/index.ts'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { allArchivedIds } from '../../support/archivedIds.ts'
import { fastClock } from '../../support/fastClock.ts'
import { runningSandbox } from '../../support/localCore.ts'
import { type TestClient, testPorts } from '../../support/testCore.ts'
import { until } from '../../support/until.ts'

/** The core's waits are this much shorter than they would be. */
const TIMES = 20

export interface FaultyCore {
  service: LocalService
  rpc: TestClient
  /** The worker that the archive runs in now. */
  worker(): Worker
  /** A new conversation in a running sandbox. */
  conversation(events: number): Promise<Tried>
  /** The same, followed at once. */
  followed(events: number): Promise<Tried>
  close(): Promise<void>
}

export interface Tried {
  ref: ConversationRef
  sandboxId: string
  /** Resolves when it is live and holds all that the server has, each once, in the server's order. */
  same(): Promise<void>
  /** Watches it, as a page does, until it is left. */
  follow(): void
  leave(): void
}

/** A core, and a service to which everything can happen. */
export async function startFaultyCore(options: LocalServiceOptions = {}): Promise<FaultyCore> {
  const service = await startLocalService({ speed: 20, ...options })
  const dataDir = await mkdtemp(join(tmpdir(), 'handrail-test-'))
  service.control.pauseAgents()
  const workers: Worker[] = []
  const local = { url: service.url, key: service.key, stop: () => service.close() }
  const ports = testPorts({ dataDir, local, clock: fastClock(TIMES) })
  ports.startArchiveWorker = (workerData) => {
    const worker = new Worker(new URL('../../../electron/core/archive/worker.ts', import.meta.url), { workerData })
    workers.push(worker)
    return worker
  }
  const core = await createCore(ports, { local: 'always' })
  const rpc = createRouterClient(core.router)
  const sandboxId = await runningSandbox(rpc, 'local')

  async function conversation(events: number): Promise<Tried> {
    const conversationId = await service.control.addConversation({ events, sandboxId })
    const ref = { connectionId: 'local', conversationId }
    const watch = (signal: AbortSignal) => rpc.sync.watch(ref, { signal })
    const expected = () => service.control.eventIds(conversationId)
    let watching = new AbortController()
    return {
      ref,
      sandboxId,
      async same() {
        await until(
          watch,
          ({ state }) => state.sync.phase === 'live' && state.localCount === expected().length && state.gaps === 0,
          60_000,
        )
        // After the events socket the walk that gives the order comes when it is quiet.
        await expect.poll(() => allArchivedIds(rpc, ref), { timeout: 30_000 }).toEqual(expected())
      },
      follow() {
        watching = new AbortController()
        void drain(watch, watching.signal)
      },
      leave: () => watching.abort(),
    }
  }

  return {
    service,
    rpc,
    worker() {
      const worker = workers.at(-1)
      if (worker === undefined) throw new Error('no worker yet')
      return worker
    },
    conversation,
    async followed(events) {
      const one = await conversation(events)
      one.follow()
      return one
    },
    async close() {
      await core.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function drain(
  open: (signal: AbortSignal) => Promise<AsyncIterable<unknown>>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const _ of await open(signal));
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
