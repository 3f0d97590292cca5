import path from 'node:path'
import type { HostPorts } from '../core/ports.ts'
import { createLog } from '../host/createLog.ts'
import { archiveWorkerStarter, localServiceStarter } from '../host/nodeChildren.ts'
import { openWithDesktop } from '../host/openExternally.ts'
import { openThroughFile } from '../host/openThroughFile.ts'
import type { ProgramFiles } from '../host/programFiles.ts'
import { proxyFromEnv } from '../host/proxyFromEnv.ts'
import { routeThroughProxies } from '../host/routeThroughProxies.ts'
import { systemClock } from '../host/systemClock.ts'
import { version } from '../host/version.ts'
import type { FileOffers } from './fileOffers.ts'

/** What plain Node offers the core. It has no key protection: a passphrase protects the vault. */
export function browserPorts(options: {
  dataDir: string
  passphrase: string | null
  files: ProgramFiles
  env: NodeJS.ProcessEnv
  offers: FileOffers
}): HostPorts {
  const { dataDir, passphrase, files, env, offers } = options
  routeThroughProxies(env)
  return {
    kind: 'browser',
    version,
    dataDir,
    keyProtection: null,
    passphrase,
    fetch: globalThis.fetch,
    proxyFor: async (url) => proxyFromEnv(url, env),
    openExternal: (url) => openThroughFile(dataDir, url, openWithDesktop),
    // The page shows notifications itself; this process may run on another machine.
    notify: () => undefined,
    downloadsDir: path.join(dataDir, 'downloads'),
    offerFile: (file) => offers.offer(file),
    startArchiveWorker: archiveWorkerStarter(files.archiveWorker),
    startLocalService: localServiceStarter({
      program: process.execPath,
      file: files.localService,
      folder: path.join(dataDir, 'local'),
    }),
    log: createLog({ dataDir, clock: systemClock, stderr: (line) => process.stderr.write(line) }),
    clock: systemClock,
  }
}
