// @ts-check
import { spawn } from 'node:child_process'
import os from 'node:os'
import { root } from './workspace.mjs'

/** @typedef {'inherit' | 'toStderr' | 'none'} Output */
/** @typedef {{ output?: Output, env?: NodeJS.ProcessEnv, timeoutMs?: number }} RunOptions */

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program to its end and gives its exit code (128 + number when a signal ended it, as shells do). Signals sent
 * to this process go on to the program, so that Ctrl-C or a supervisor's SIGTERM ends both and the program has the
 * time it needs to close.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options] `toStderr` keeps our stdout clean;
 *   `timeoutMs` ends the program with SIGTERM
 * @returns {Promise<number>}
 */
export function run(program, args, { output = 'inherit', env = process.env, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: output === 'inherit' ? 'inherit' : output === 'none' ? 'ignore' : ['ignore', 2, 2],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    })
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // The terminal has already sent Ctrl-C to the whole group; a second one would read as "quit at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    const done = () => {
      clearInterval(orphaned)
      for (const signal of stopSignals) process.off(signal, forward)
    }
    for (const signal of stopSignals) process.on(signal, forward)
    const orphaned = whenOrphaned(() => child.kill('SIGTERM'))
    child.once('error', (error) => {
      done()
      reject(error)
    })
    child.once('close', (code, signal) => {
      done()
      resolve(signal ? 128 + os.constants.signals[signal] : (code ?? 1))
    })
  })
}

/**
 * npm runs scripts through a shell that does not pass SIGTERM on: `kill` of `npm start` would leave the program running.
 * @param {() => void} stop
 */
export function whenOrphaned(stop) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  return timer
}
