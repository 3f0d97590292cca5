import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversationRef } from '../../shared/domain/index.ts'
import { type HostClient, startHost } from '../support/hostProcess.ts'
import type { LocalProcess } from '../support/localProcess.ts'
import { until } from '../support/until.ts'
import type { HostFigures } from './hostProbe.ts'

export interface BenchHost {
  address: string
  rpc: HostClient
  connectionId: string
  figures(): Promise<HostFigures>
  stop(): Promise<void>
}

/** A browser host of its own process on a data folder, connected to the service as to any app server. */
export async function startBenchHost(service: LocalProcess, dataDir: string): Promise<BenchHost> {
  const env = { HANDRAIL_PASSPHRASE: 'bench-passphrase' }
  const host = await startHost({ dataDir, env, probe: join(import.meta.dirname, 'hostProbe.ts') })
  const { rpc, close } = await host.connect()
  const known = (await rpc.connections.list({})).find((connection) => connection.baseUrl === service.url)
  const connectionId =
    known?.id ??
    (await rpc.connections.add({ kind: 'app', name: 'bench', baseUrl: service.url, key: service.key, orgId: null }))
      .connection.id
  return {
    address: host.address,
    rpc,
    connectionId,
    // Both ends are of this bench.
    figures: async () => (await host.probe()) as HostFigures,
    async stop() {
      close()
      await host.kill('SIGTERM')
    },
  }
}

/** Runs with a data folder that goes afterwards. */
export async function withFolder<T>(run: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handrail-bench-'))
  try {
    return await run(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Follows until everything is stored, counted against the server, and live. */
export async function untilComplete(rpc: HostClient, ref: ConversationRef, events: number): Promise<void> {
  await until(
    (signal) => rpc.sync.watch(ref, { signal }),
    ({ state }) =>
      state.sync.phase === 'live' && state.localCount >= events && state.localCount === state.server?.count,
    60_000,
  )
}
