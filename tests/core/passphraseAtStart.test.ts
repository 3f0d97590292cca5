import { expect, it } from 'vitest'
import { createCore } from '../../electron/core/createCore.ts'
import type { HostPorts } from '../../electron/core/ports.ts'
import { createVault } from '../../electron/core/vault/index.ts'
import { testPorts } from '../support/testCore.ts'
import { testFolder } from './vault/folder.ts'

it.each([
  ['test-passphrase-1', []],
  ['test-wrong-passphrase', [expect.stringContaining('does not open the keys')]],
])('a passphrase given at start that is wrong is said so: %s', async (passphrase, logged) => {
  const dataDir = testFolder()
  const vault = await createVault({ dataDir, keyProtection: null, passphrase: 'test-passphrase-1' })
  await vault.put('connection', 'test-key-1')
  const ports = testPorts({ dataDir, passphrase })
  const startLocalService: HostPorts['startLocalService'] = (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  const core = await createCore({ ...ports, startLocalService }, { local: 'auto' })
  expect(ports.logged).toEqual(logged)
  expect(ports.logged.join()).not.toContain(passphrase)
  await core.close()
})
