import { randomBytes } from 'node:crypto'
import { utilityProcess } from 'electron'
import type { HostPorts } from '../core/ports.ts'
import { readyLine } from '../host/readyLine.ts'

/**
 * Starts the local service as a utility process of Electron: a packed app cannot run as plain Node (its RunAsNode fuse
 * is off). It ends with `stop`, with `signal` and with Electron.
 */
export function utilityServiceStarter(options: { file: string; folder: string }): HostPorts['startLocalService'] {
  return async (signal) => {
    signal.throwIfAborted()
    const key = randomBytes(24).toString('base64url')
    // Not `--child`: that one watches stdin, which a utility process does not have.
    const child = utilityProcess.fork(options.file, ['--data', options.folder], {
      // The key goes by environment: arguments can be read by every user of the machine.
      env: { ...process.env, HANDRAIL_LOCAL_KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
      serviceName: 'Handrail local service',
    })
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
    })
    const stop = async () => {
      child.kill()
      await ended
    }
    try {
      if (child.stdout === null) throw new Error('The local service has no output.')
      const { url } = await readyLine(child.stdout, ended, signal)
      return { url, key, ended, stop }
    } catch (error) {
      await stop()
      throw error
    }
  }
}
