// @ts-check
import fs from 'node:fs'
import { run } from './processes.mjs'
import { inRoot, node24 } from './workspace.mjs'

// The npm package `electron` has no install script: it fetches its binary at the first use, from a host that not every
// machine reaches.
const home = inRoot('node_modules', 'electron')
const failure = inRoot('node_modules', '.handrail-no-electron')
const fetchLimitMs = 5 * 60_000

/** The path of Electron's binary, when it is there. */
export function findElectron() {
  try {
    const version = fs.readFileSync(`${home}/dist/version`, 'utf8').trim().replace(/^v/, '')
    const binary = `${home}/dist/${fs.readFileSync(`${home}/path.txt`, 'utf8')}`
    return version === packageVersion() && fs.existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

/**
 * The path of Electron's binary, fetched when it is missing. One failed try is remembered for this version of
 * Electron, so that later starts do not wait for it again.
 * @returns {Promise<string | undefined>}
 */
export async function obtainElectron() {
  const found = findElectron()
  if (found) return found
  const version = packageVersion()
  if (fs.existsSync(failure) && fs.readFileSync(failure, 'utf8') === version) return undefined
  process.stderr.write(`Fetching the binary of Electron ${version} …\n`)
  // The fetcher's own errors are a stack of a library; the one line that matters is written by the caller.
  const script = `${home}/install.js`
  const code = await run(node24, [script], { output: 'none', timeoutMs: fetchLimitMs })
  if (code !== 0) fs.writeFileSync(failure, version)
  return findElectron()
}

/** @returns {string} */
const packageVersion = () => JSON.parse(fs.readFileSync(`${home}/package.json`, 'utf8')).version
