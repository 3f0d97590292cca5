import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { root } from '../../electron/launch/workspace.mjs'

export interface Ended {
  code: number
  output: string
}

interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** Show what the program writes while it runs. */
  live?: boolean
  limitMs: number
}

/** Runs a program to its end. Past its time it is interrupted, 10 s later killed, and counts as failed. */
export function runProgram(program: string, args: string[], options: RunOptions): Promise<Ended> {
  const { cwd = root, env = {}, live = false, limitMs } = options
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...colours(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (text: string) => {
      output += text
      if (live) process.stdout.write(text)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    const stop = () => {
      take(`\n${path.basename(program)} ran longer than ${Math.round(limitMs / 1000)} s and was stopped.\n`)
      child.kill('SIGINT')
      killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    }
    let killer = setTimeout(stop, limitMs)
    child.once('error', (error) => take(`${error.message}\n`))
    child.once('close', (code) => {
      clearTimeout(killer)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** The programs write to a pipe and so cannot tell for themselves. */
function colours(): Record<string, string> {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first of these programs that is on the PATH. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isExecutable)
}

/** Whether a short command succeeds, e.g. one that only prints a version. */
export const succeeds = (program: string, args: string[]): boolean => spawnSync(program, args).status === 0
