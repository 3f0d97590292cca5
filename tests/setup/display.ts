import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { findProgram } from './programs.ts'

export interface Display {
  /** Value for DISPLAY; undefined where windows need none. */
  name: string | undefined
  stop(): void
}

/** A virtual screen, so that tests neither need nor disturb a real one. */
export async function startDisplay(): Promise<Display> {
  if (process.platform !== 'linux') return { name: undefined, stop: () => {} }
  const xvfb = findProgram('Xvfb')
  if (!xvfb) throw new Error('Xvfb is not installed; npm test installs it, or says how')
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numbers = server.stdio[3] as Readable
  const died = once(server, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with ${code}`)
  })
  const [number] = await Promise.race([once(numbers.setEncoding('utf8'), 'data'), died])
  died.catch(() => {})
  return { name: `:${String(number).trim()}`, stop: () => server.kill() }
}
