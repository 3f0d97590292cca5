import { describe, expect, it } from 'vitest'
import { createCore } from '../../electron/core/createCore.ts'
import { type TestCoreOptions, testPorts } from '../support/testCore.ts'
import { testFolder } from './vault/folder.ts'

function portsWith(startLocalService: ReturnType<typeof testPorts>['startLocalService']) {
  const options: TestCoreOptions = { dataDir: testFolder() }
  return { ...testPorts(options), startLocalService }
}

describe('a local service that does not start', () => {
  it('is named in the log with its reason', async () => {
    const ports = portsWith(() => Promise.reject(new Error('no free port')))
    const core = await createCore(ports, { local: 'always' })
    await core.close()
    expect(ports.logged.join('\n')).toContain('error The local service did not start: Error: no free port')
  })

  it('is no error when the console itself ends', async () => {
    const ports = portsWith(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    )
    const core = await createCore(ports, { local: 'always' })
    await core.close()
    expect(ports.logged).toEqual([])
  })
})
