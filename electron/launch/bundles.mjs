// @ts-check
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inRoot, root } from './workspace.mjs'

/**
 * What is built from what. `dist` is laid out so that every program finds its siblings beside itself:
 *
 *   dist/electron/main.cjs           import.meta.dirname is dist/electron here
 *   dist/electron/preload.cjs        path.join(import.meta.dirname, 'preload.cjs')
 *   dist/electron/serve.mjs          the browser host
 *   dist/electron/archiveWorker.mjs  path.join(import.meta.dirname, 'archiveWorker.mjs')
 *   dist/electron/localService.mjs   path.join(import.meta.dirname, 'localService.mjs')
 *   dist/renderer/index.html         path.join(import.meta.dirname, '../renderer/index.html')
 *
 * @typedef {object} Bundle
 * @property {string} name
 * @property {string} entry
 * @property {string} output a folder for the page, a file for all others
 * @property {'page' | 'cjs' | 'es'} format
 * @property {string} target
 * @property {string[]} inputs files and folders whose change makes the bundle stale (the import rules keep this short)
 */

const core = ['electron/core', 'electron/host', 'shared']

// Node 24 runs `using` as it is, but rolldown 1 drops a top-level `using x` that nothing reads, dispose and all; with
// this target it is rewritten to try/finally first.
const node24Syntax = 'node22'

/** @type {Bundle[]} */
export const bundles = [
  {
    name: 'renderer',
    entry: 'renderer/index.html',
    output: 'dist/renderer',
    format: 'page',
    target: 'chrome108',
    inputs: ['renderer', 'shared', 'vite.config.ts'],
  },
  {
    name: 'main',
    entry: 'electron/main.ts',
    output: 'dist/electron/main.cjs',
    format: 'cjs',
    target: 'node16',
    inputs: ['electron/main.ts', 'electron/shell', ...core],
  },
  {
    name: 'preload',
    entry: 'electron/preload.ts',
    output: 'dist/electron/preload.cjs',
    format: 'cjs',
    target: 'node16',
    inputs: ['electron/preload.ts', 'electron/shell', 'shared'],
  },
  {
    name: 'serve',
    entry: 'electron/serve.ts',
    output: 'dist/electron/serve.mjs',
    format: 'es',
    target: node24Syntax,
    inputs: ['electron/serve.ts', 'electron/web', ...core],
  },
  {
    name: 'archiveWorker',
    entry: 'electron/core/archive/worker.ts',
    output: 'dist/electron/archiveWorker.mjs',
    format: 'es',
    target: node24Syntax,
    inputs: core,
  },
  {
    name: 'localService',
    entry: 'electron/local/main.ts',
    output: 'dist/electron/localService.mjs',
    format: 'es',
    target: node24Syntax,
    inputs: ['electron/local', 'shared'],
  },
]

/** Whatever decides how bundles are made. */
const common = ['package.json', 'package-lock.json', 'electron/launch/build.mjs', 'electron/launch/bundles.mjs']

const stampFile = inRoot('dist', '.stamps.json')

/** The bundles whose output is missing or older than its sources, with the fingerprint each will have. */
export function staleBundles() {
  const stamps = readStamps()
  const fingerprint = fingerprints()
  return bundles
    .map((bundle) => ({ bundle, fingerprint: fingerprint(bundle) }))
    .filter(({ bundle, fingerprint }) => stamps[bundle.name] !== fingerprint || !fs.existsSync(inRoot(bundle.output)))
}

/**
 * Remembers from what a bundle was made.
 * @param {Record<string, string>} made fingerprints by bundle name
 */
export function stampBundles(made) {
  const file = `${stampFile}.${process.pid}`
  fs.writeFileSync(file, JSON.stringify({ ...readStamps(), ...made }))
  fs.renameSync(file, stampFile)
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

/** By content, not by time: a checkout or a rebase that puts the same text back makes nothing stale. */
function fingerprints() {
  /** @type {Map<string, string>} */
  const known = new Map()
  /** @param {string} input */
  const hashOf = (input) => {
    const hash = known.get(input) ?? hashTree(input)
    known.set(input, hash)
    return hash
  }
  return (/** @type {Bundle} */ bundle) => {
    const hash = createHash('sha256')
    for (const input of [...common, ...bundle.inputs]) hash.update(hashOf(input))
    return hash.digest('hex')
  }
}

/** @param {string} input a file or folder, relative to the checkout */
function hashTree(input) {
  const hash = createHash('sha256')
  for (const file of filesUnder(inRoot(input))) {
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} from
 * @returns {string[]}
 */
function filesUnder(from) {
  const stat = fs.statSync(from, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [from]
  return fs
    .readdirSync(from)
    .sort()
    .flatMap((name) => filesUnder(path.join(from, name)))
}
