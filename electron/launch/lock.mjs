// @ts-check
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inRoot } from './workspace.mjs'

/**
 * Does one piece of work at a time among all processes of this checkout: two starts at once must not both install or
 * build. The lock of a process that is gone is taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const file = inRoot('dist', `.${name}.lock`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  let told = false
  while (!take(file)) {
    if (!told) process.stderr.write(`Waiting for another process to finish: ${name}\n`)
    told = true
    await wait(200)
  }
  const release = () => fs.rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} file */
function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const owner = Number(readOr(file, ''))
    if (owner > 0 && !isAlive(owner)) fs.rmSync(file, { force: true })
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * @param {string} file
 * @param {string} otherwise
 */
function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
