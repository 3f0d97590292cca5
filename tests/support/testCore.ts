import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createRouterClient } from '@orpc/server'
import { type Core, createCore } from '../../electron/core/createCore.ts'
import type { Clock, HostPorts, LocalServiceHandle } from '../../electron/core/ports.ts'

/** The real clock; tests that wait for long limits bring their own. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  },
}

export interface TestCoreOptions {
  dataDir: string
  clock?: Clock
  passphrase?: string | null
  /** Where the "local service" of this run is; without it there is none. */
  local?: Omit<LocalServiceHandle, 'ended'>
}

/** Host ports of a plain Node test: real worker, real fetch, a passphrase instead of a keyring. */
export function testPorts(options: TestCoreOptions): HostPorts & { logged: string[]; opened: string[] } {
  const logged: string[] = []
  const opened: string[] = []
  return {
    kind: 'browser',
    version: '0.0.0-test',
    dataDir: options.dataDir,
    keyProtection: null,
    passphrase: options.passphrase ?? null,
    fetch: globalThis.fetch,
    proxyFor: async () => null,
    openExternal: async (url) => void opened.push(url),
    notify: () => undefined,
    downloadsDir: join(options.dataDir, 'downloads'),
    offerFile: (file) => `/download/${basename(file)}`,
    startArchiveWorker: (workerData) =>
      new Worker(new URL('../../electron/core/archive/worker.ts', import.meta.url), { workerData }),
    startLocalService: async () => {
      if (options.local === undefined) throw new Error('this test has no local service')
      return { ...options.local, ended: new Promise(() => undefined) }
    },
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    clock: options.clock ?? realClock,
    logged,
    opened,
  }
}

export type TestClient = ReturnType<typeof clientOf>

function clientOf(core: Core) {
  return createRouterClient(core.router)
}

export interface TestCore {
  core: Core
  rpc: TestClient
  ports: ReturnType<typeof testPorts>
  dataDir: string
  close(): Promise<void>
}

/** A whole core over a data folder of its own (or a given one, which then stays). */
export async function startTestCore(
  options: Omit<TestCoreOptions, 'dataDir'> & { dataDir?: string },
): Promise<TestCore> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'handrail-test-')))
  const ports = testPorts({ ...options, dataDir })
  const core = await createCore(ports, { local: options.local === undefined ? 'auto' : 'always' })
  return {
    core,
    rpc: clientOf(core),
    ports,
    dataDir,
    async close() {
      await core.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
