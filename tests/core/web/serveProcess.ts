import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { testFolder } from '../vault/folder.ts'
import { builtPage } from './testHost.ts'

/** The browser host as a real process. */
export class ServeProcess {
  readonly child: ChildProcess
  /** Resolves with the exit code when it has ended and all its output was read. */
  readonly ended: Promise<number | null>
  stdout = ''
  stderr = ''
  readonly #firstLine: Promise<string>

  constructor(dataDir: string, args: string[] = ['--no-open'], env: NodeJS.ProcessEnv = {}) {
    const script = path.join(import.meta.dirname, 'stubServe.ts')
    const own = ['--data', dataDir, '--renderer', builtPage()]
    this.child = spawn(process.execPath, [script, ...own, ...args], {
      // What a killed host leaves in the system's temporary folder goes with the test.
      env: { ...process.env, TMPDIR: testFolder(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void this.child.kill('SIGKILL'))
    const { stdout, stderr } = this.child
    if (!stdout || !stderr) throw new Error('no pipes')
    stdout.on('data', (part) => {
      this.stdout += part
    })
    stderr.on('data', (part) => {
      this.stderr += part
    })
    this.#firstLine = new Promise((resolve) => createInterface(stdout).once('line', resolve))
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  /** The link of its one line on stdout. */
  async link(): Promise<string> {
    const line = await Promise.race([this.#firstLine, this.ended.then((code) => `ended with ${code}: ${this.stderr}`)])
    const link = /^Handrail: (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43})$/.exec(line)?.[1]
    if (link === undefined) throw new Error(line)
    return link
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return await this.ended
  }
}

/** What the core of a ServeProcess wrote down. */
export function coreEvents(dataDir: string): Record<string, unknown>[] {
  const text = readFileSync(path.join(dataDir, 'core.txt'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
