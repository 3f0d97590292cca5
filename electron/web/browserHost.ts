import os from 'node:os'
import type { AnyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import type { HostPorts } from '../core/ports.ts'
import { becomeHost, type HostRole, type SecondRole } from '../host/becomeHost.ts'
import { defaultDataDir, prepareDataDir } from '../host/dataDir.ts'
import { openWithDesktop } from '../host/openExternally.ts'
import { REDIRECT_LIFE_MS, removeRedirectFilesLater } from '../host/openThroughFile.ts'
import { type HostOptions, readOptions, type WebOptions } from '../host/options.ts'
import { readPageFiles } from '../host/pageFiles.ts'
import type { ProgramFiles } from '../host/programFiles.ts'
import { removeRedirectFiles, writeRedirectFile } from '../host/redirectFile.ts'
import { systemClock } from '../host/systemClock.ts'
import { untilSignal } from '../host/untilSignal.ts'
import { browserPorts } from './browserPorts.ts'
import { createWebHost } from './createWebHost.ts'
import { FileOffers } from './fileOffers.ts'

/** `createCore`, as far as a host needs it; tests of the host give a smaller one. */
export type StartCore = (
  ports: HostPorts,
  options: Pick<HostOptions, 'local'>,
) => Promise<{ router: AnyRouter; close(): Promise<void> }>

/**
 * Runs the browser host until a signal ends it. stdout gets exactly one line, `Handrail: <link>`, when the page can be
 * opened; a second start on the same data folder prints a link of the running host and returns.
 *
 * @throws OptionError or HandrailError with a message for the person.
 */
export async function runBrowserHost(argv: string[], files: ProgramFiles, startCore: StartCore): Promise<void> {
  const options = readOptions(argv, process.env, { isStrict: true })
  // Whatever this process or its children write is this user's alone.
  process.umask(0o077)
  const dataDir = options.dataDir ?? defaultDataDir(process.platform, process.env, os.homedir())
  prepareDataDir(dataDir)
  const role = await becomeHost(dataDir, systemClock)
  if (role.role === 'second') return await showRunningHost(role, dataDir, options.open)
  await serve(role, dataDir, options, files, startCore)
}

async function showRunningHost(role: SecondRole, dataDir: string, open: boolean): Promise<void> {
  if (!('link' in role.answer)) {
    process.stderr.write('Handrail is open in its own window; it was brought to the front.\n')
    return
  }
  // An option such as --port has no effect then, which would puzzle without a word.
  process.stderr.write(`Handrail already runs on ${dataDir}: this is its page.\n`)
  say(role.answer.link)
  const another = open ? await role.ask() : null
  if (another !== null && 'link' in another) await openBrowser(dataDir, another.link)
}

async function serve(
  role: HostRole,
  dataDir: string,
  options: HostOptions & WebOptions,
  files: ProgramFiles,
  startCore: StartCore,
): Promise<void> {
  const stopped = untilSignal()
  // Also when the process ends by a defect: a lock left behind is taken over, but only after its owner is found dead.
  process.on('exit', role.leaveNow)
  const offers = new FileOffers(systemClock)
  const ports = browserPorts({ dataDir, passphrase: options.passphrase, files, env: process.env, offers })
  surviveRejections(ports)
  try {
    const pageFiles = readPageFiles(options.renderer ?? files.renderer)
    const core = await startCore(ports, { local: options.local })
    try {
      const rpc = new RPCHandler(core.router)
      const web = await createWebHost({
        port: options.port,
        allowHosts: options.allowHosts,
        files: pageFiles,
        offers,
        clock: systemClock,
        accept: (socket) => void rpc.upgrade(socket),
        log: (message) => ports.log('warn', message),
      })
      role.answerWith(() => {
        // The second start may open a browser, and does not live long enough to tidy up itself.
        removeRedirectFilesLater(dataDir)
        return { link: web.link() }
      })
      say(web.link())
      removeRedirectFiles(dataDir, Date.now())
      if (options.open) {
        await openBrowser(dataDir, web.link())
        removeRedirectFilesLater(dataDir)
      }
      ports.log('info', 'ready', { port: web.port })
      await stopped
      await web.close()
    } finally {
      await core.close()
    }
  } finally {
    removeRedirectFiles(dataDir, Number.POSITIVE_INFINITY)
    await role.leave()
  }
}

function say(link: string): void {
  // A reader that closed the pipe after the line is no reason to end.
  process.stdout.on('error', () => undefined)
  process.stdout.write(`Handrail: ${link}\n`)
}

async function openBrowser(dataDir: string, link: string): Promise<void> {
  removeRedirectFiles(dataDir, Date.now() - REDIRECT_LIFE_MS)
  const isOpened = await openWithDesktop(writeRedirectFile(dataDir, link))
  if (!isOpened) process.stderr.write('No browser could be opened here; open the printed address.\n')
}

/** One call that failed unseen must not end the console under the person's hands. */
function surviveRejections(ports: HostPorts): void {
  process.on('unhandledRejection', (reason) => ports.log('error', 'unhandled rejection', { reason }))
}
