import os from 'node:os'
import path from 'node:path'
import type { AnyRouter } from '@orpc/server'
import { app, BrowserWindow, shell } from 'electron'
import type { HostPorts } from '../core/ports.ts'
import { becomeHost, type HostRole } from '../host/becomeHost.ts'
import { createLog } from '../host/createLog.ts'
import { defaultDataDir, prepareDataDir } from '../host/dataDir.ts'
import { type HostOptions, readOptions } from '../host/options.ts'
import { readPageFiles } from '../host/pageFiles.ts'
import type { ProgramFiles } from '../host/programFiles.ts'
import { writeRedirectFile } from '../host/redirectFile.ts'
import { systemClock } from '../host/systemClock.ts'
import { declareAppScheme, serveApp } from './appProtocol.ts'
import { electronPorts } from './electronPorts.ts'
import { guardPages } from './guards.ts'
import { systemKeyProtection } from './keyProtection.ts'
import { setMenu } from './menu.ts'
import { openWindow, showWindow } from './openWindow.ts'
import { connectPage } from './pagePort.ts'

interface RunningCore {
  router: AnyRouter
  close(): Promise<void>
}
export type StartCore = (ports: HostPorts, options: Pick<HostOptions, 'local'>) => Promise<RunningCore>

/**
 * Runs the Electron host until its last window closes. A second start on the same data folder shows the first one's
 * window, or opens the page of a browser host that runs there.
 *
 * @throws OptionError or HandrailError with a message for the person.
 */
export async function runShell(argv: string[], files: ProgramFiles, startCore: StartCore): Promise<void> {
  const options = readOptions(argv, process.env, { isStrict: false })
  // Whatever this process or its children write is this user's alone.
  process.umask(0o077)
  const dataDir = options.dataDir ?? defaultDataDir(process.platform, process.env, os.homedir())
  prepareDataDir(dataDir)
  // Chromium's own files, and with them Electron's single-instance lock, go with the data folder: two folders can be
  // open at once.
  app.setPath('userData', path.join(dataDir, 'profile'))
  if (!app.requestSingleInstanceLock()) return app.exit(0)

  const log = createLog({ dataDir, clock: systemClock, stderr: (line) => process.stderr.write(line) })
  process.on('unhandledRejection', (reason) => log('error', 'unhandled rejection', { reason }))
  declareAppScheme()
  guardPages((message) => log('warn', message))
  await app.whenReady()

  const role = await becomeHost(dataDir, systemClock)
  if (role.role === 'second') {
    if ('link' in role.answer) await shell.openPath(writeRedirectFile(dataDir, role.answer.link))
    return app.exit(0)
  }
  process.on('exit', role.leaveNow)
  try {
    serveApp(readPageFiles(options.renderer ?? files.renderer))
    const keyProtection = await systemKeyProtection(process.platform)
    const ports = electronPorts({ dataDir, passphrase: options.passphrase, keyProtection, files, log })
    const core = startCore(ports, { local: options.local })
    setMenu(process.platform)
    showConsole(role, core, { dataDir, preload: files.preload })
    closeInOrder(role, core, log)
    await core
    log('info', 'ready')
  } catch (error) {
    await role.leave()
    throw error
  }
}

/** One window, opened anew where the platform keeps programs without one. */
function showConsole(role: HostRole, core: Promise<RunningCore>, options: { dataDir: string; preload: string }): void {
  let window: BrowserWindow | null = null
  const router = core.then((running) => running.router)
  // A core that cannot start is told by who waits for it; the page must not make it an unhandled rejection.
  router.catch(() => undefined)
  const show = () => {
    if (window !== null) return showWindow(window)
    window = openWindow(options)
    window.once('closed', () => {
      window = null
    })
    connectPage(window, router)
  }
  show()
  app.on('second-instance', show)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  role.answerWith(() => {
    show()
    return { window: true }
  })
}

/** Quits after the worker has written what it holds and the folder is given back. */
function closeInOrder(role: HostRole, core: Promise<RunningCore>, log: HostPorts['log']): void {
  let isClosing = false
  // Before anything of Electron's ends: the core needs its worker and its service to close.
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    for (const window of BrowserWindow.getAllWindows()) window.close()
    core
      .then((running) => running.close())
      .catch((error: unknown) => log('error', 'closing', { error }))
      .then(() => role.leave())
      .finally(() => app.exit(0))
  })
}
