// @ts-check
// Runs on the Node that is on the machine (20.19 or newer), before anything is installed: built-in modules only.
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Handrail needs Node 20.19 or newer to begin; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}

const exe = process.platform === 'win32' ? '.exe' : ''

/** The checkout's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * A path inside the checkout.
 * @param {...string} parts
 */
export const inRoot = (...parts) => path.join(root, ...parts)

/** The Node 24 that the npm package `node` brings; everything after the first install runs on it. */
export const node24 = inRoot('node_modules', 'node', 'bin', `node${exe}`)

/**
 * Where a path typed by the user points. npm runs scripts in the checkout's top folder and keeps the folder the user
 * was in as INIT_CWD.
 * @param {string} typed
 */
export const fromUser = (typed) => path.resolve(process.env.INIT_CWD ?? process.cwd(), typed)
