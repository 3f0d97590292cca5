import path from 'node:path'
import { app, Notification, type Session, session, shell } from 'electron'
import type { HostPorts, KeyProtection } from '../core/ports.ts'
import { archiveWorkerStarter } from '../host/nodeChildren.ts'
import { openThroughFile } from '../host/openThroughFile.ts'
import type { ProgramFiles } from '../host/programFiles.ts'
import { systemClock } from '../host/systemClock.ts'
import { version } from '../host/version.ts'
import { utilityServiceStarter } from './localService.ts'
import { proxyOf } from './proxyOf.ts'

/** What Electron offers the core. After the app is ready. */
export function electronPorts(options: {
  dataDir: string
  passphrase: string | null
  keyProtection: KeyProtection | null
  files: ProgramFiles
  log: HostPorts['log']
}): HostPorts {
  const { dataDir, passphrase, keyProtection, files, log } = options
  // In memory and apart from the page's: cookies that a server sets neither reach the page nor the disk.
  const servers = session.fromPartition('servers', { cache: false })
  return {
    kind: 'electron',
    version,
    dataDir,
    keyProtection,
    passphrase,
    fetch: chromiumFetch(servers),
    proxyFor: async (url) => proxyOf(await servers.resolveProxy(url)),
    openExternal: (url) => openThroughFile(dataDir, url, async (file) => (await shell.openPath(file)) === ''),
    notify(title, body) {
      if (Notification.isSupported()) new Notification({ title, body }).show()
    },
    downloadsDir: app.getPath('downloads'),
    offerFile: () => null,
    startArchiveWorker: archiveWorkerStarter(files.archiveWorker),
    startLocalService: utilityServiceStarter({ file: files.localService, folder: path.join(dataDir, 'local') }),
    log,
    clock: systemClock,
  }
}

/** Chromium's network stack knows the system's proxies and certificates, which Node's does not. */
function chromiumFetch(servers: Session): typeof globalThis.fetch {
  return (input, init) => servers.fetch(input instanceof URL ? input.href : input, init)
}
