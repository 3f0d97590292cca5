import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import { type HostOptions, type HostProcess, startHost } from '../support/hostProcess.ts'
import { type LocalProcess, startLocalProcess } from '../support/localProcess.ts'

interface Console {
  dataDir: string
  /** Starts the built host on the test's data folder; ended with the test. */
  host(options?: Omit<HostOptions, 'dataDir'>): Promise<HostProcess>
  /** The embedded service in its own process with its faults at hand; ended with the test. */
  service: LocalProcess
}

/** Playwright's test with the built browser host and a data folder of its own. */
export const test = base.extend<Console>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off this pattern
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'handrail-e2e-'))
    await use(dataDir)
    // The local service ends a moment after its host.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
  host: async ({ dataDir }, use) => {
    const hosts: HostProcess[] = []
    await use(async (options = {}) => {
      const host = await startHost({ dataDir, ...options })
      hosts.push(host)
      return host
    })
    for (const host of hosts) await host.kill('SIGTERM')
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  service: async ({}, use) => {
    const service = await startLocalProcess(['--speed', '5'])
    await use(service)
    await service.stop()
  },
})

export { expect } from 'playwright/test'

/** Environment of a host that may keep keys without asking. */
export const WITH_PASSPHRASE = { HANDRAIL_PASSPHRASE: 'test-passphrase-1' }
