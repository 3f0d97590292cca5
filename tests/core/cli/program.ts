import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const ENTRY = resolve(import.meta.dirname, '../../../electron/archive.ts')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
  /** The one JSON value of stdout. */
  json<T>(): T
}

/** A data folder that goes when the test is over. */
export function dataFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'handrail-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Runs `npm run archive -- …` to its end, as a process of its own. */
export async function archive(
  args: string[],
  env: Record<string, string> = {},
  started: (child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  const { HANDRAIL_KEY: _key, HANDRAIL_PASSPHRASE: _phrase, ...clean } = process.env
  const child = spawn(process.execPath, [ENTRY, ...args], {
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T }
}
