import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { HostPorts, LocalServiceHandle } from '../core/ports.ts'
import { readyLine } from './readyLine.ts'

/**
 * Megabytes for what the archive's worker just made and mostly forgets at once: pages, decoded blocks. V8 takes a hundred
 * by itself and never gives them back; with this few, ingesting takes no longer.
 */
const YOUNG_MB = 6

/** Starts the archive's worker thread from its bundle. */
export function archiveWorkerStarter(file: string): HostPorts['startArchiveWorker'] {
  return (workerData) => new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
}

/**
 * Starts the local service as a Node child process. It ends with `stop`, with `signal`, and with this process, whatever
 * way that ends: the child watches its stdin, whose other end only we hold.
 *
 * @param options.program Node itself.
 */
export function localServiceStarter(options: {
  program: string
  file: string
  /** Where the service keeps what people did in it. */
  folder: string
}): HostPorts['startLocalService'] {
  return async (signal): Promise<LocalServiceHandle> => {
    signal.throwIfAborted()
    const key = randomBytes(24).toString('base64url')
    const child = spawn(options.program, [options.file, '--child', '--data', options.folder], {
      // The key goes by environment: arguments can be read by every user of the machine.
      env: { ...process.env, HANDRAIL_LOCAL_KEY: key },
      stdio: ['pipe', 'pipe', 'inherit'],
      windowsHide: true,
    })
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
    })
    // A child that ends by itself breaks the pipe; that is not an error of ours.
    child.stdin.on('error', () => undefined)
    const stop = async () => {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    }
    try {
      const { url } = await readyLine(child.stdout, ended, signal)
      return { url, key, ended, stop }
    } catch (error) {
      await stop()
      throw error
    }
  }
}
