// @ts-check
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { withLock } from './lock.mjs'
import { run } from './processes.mjs'
import { inRoot, node24 } from './workspace.mjs'

const lockfile = inRoot('package-lock.json')
const stamp = inRoot('node_modules', '.handrail-installed')

/**
 * Installs the npm packages when they are missing or not those of package-lock.json. Progress goes to stderr. An
 * install that was broken off leaves no stamp and is done again.
 * @returns {Promise<number>} 0, or npm's exit code
 */
export async function ensureInstalled() {
  if (isInstalled()) return 0
  return await withLock('install', async () => {
    if (isInstalled()) return 0
    process.stderr.write('Installing packages (npm ci) …\n')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { output: 'toStderr' })
    if (code !== 0) {
      process.stderr.write('npm ci failed; its messages are above.\n')
      return code
    }
    if (!fs.existsSync(node24)) {
      process.stderr.write(
        'npm ci ran, but Node 24 (the npm package `node`) is not there: its install script must be allowed, which needs npm 11 or newer to read allowScripts in package.json.\n',
      )
      return 1
    }
    fs.writeFileSync(stamp, lockHash())
    return 0
  })
}

export function isInstalled() {
  if (!fs.existsSync(node24)) return false
  const hash = lockHash()
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return true
  if (!matchesLockfile()) return false
  fs.writeFileSync(stamp, hash)
  return true
}

const lockHash = () => createHash('sha256').update(fs.readFileSync(lockfile)).digest('hex')

/** `npm install` by hand leaves no stamp; npm's own record of what it installed then tells whether it is the same. */
function matchesLockfile() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!fs.existsSync(record)) return false
  const installed = JSON.parse(fs.readFileSync(record, 'utf8')).packages
  /** @type {[string, {version?: string, optional?: boolean, devOptional?: boolean}][]} */
  const wanted = Object.entries(JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages)
  return wanted.every(([name, { version, optional, devOptional }]) => {
    if (name === '') return true
    const found = installed[name]
    return found ? found.version === version : Boolean(optional || devOptional)
  })
}
