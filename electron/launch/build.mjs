// @ts-check
// Builds the bundles that are stale; the layout of dist is described in bundles.mjs. `--all` builds every one.
//
// The programs carry all npm packages inside, so dist needs no node_modules: only Electron and Node's own modules
// stay imports. main and preload are CommonJS in Node 16's syntax, because a sandboxed preload must be CommonJS and
// because the tests also boot them in an Electron 22; the others always run on Node 24.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { bundles, staleBundles, stampBundles } from './bundles.mjs'
import { ensureInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { run } from './processes.mjs'
import { inRoot, node24, root } from './workspace.mjs'

/** @import { Bundle } from './bundles.mjs' */
/** @import { InlineConfig } from 'vite' */

// `ws` tries to load these two native helpers and does without them.
const external = ['electron', 'bufferutil', 'utf-8-validate']

/**
 * Builds what is stale. Needs the packages and Node 24. One bundle that fails does not keep the others from being built.
 * @param {{ all?: boolean, log?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether every bundle is up to date
 */
export async function build({ all = false, log = () => {} } = {}) {
  return await withLock('build', async () => {
    removeLeftovers()
    if (all) stampBundles(Object.fromEntries(bundles.map(({ name }) => [name, ''])))
    const stale = staleBundles()
    if (stale.length === 0) log('Nothing is stale.')
    const results = await Promise.all(
      stale.map(async ({ bundle, fingerprint }) => {
        const started = performance.now()
        try {
          await buildBundle(bundle)
        } catch (error) {
          log(`${bundle.output} could not be built: ${stripVTControlCharacters(String(error))}`)
          return false
        }
        stampBundles({ [bundle.name]: fingerprint })
        log(`${bundle.output} built in ${Math.round(performance.now() - started)} ms`)
        return true
      }),
    )
    return !results.includes(false)
  })
}

const beginning = '.building-'

/**
 * Builds beside, then moves in one step: a running host never sees half a bundle.
 * @param {Bundle} bundle
 */
async function buildBundle(bundle) {
  const { build: viteBuild } = await import('vite')
  const beside = inRoot('dist', `${beginning}${bundle.name}`)
  await viteBuild(bundle.format === 'page' ? pageConfig(beside) : programConfig(bundle, beside))
  moveIntoPlace(bundle, beside)
  fs.rmSync(beside, { recursive: true, force: true })
}

/** Of a build that was broken off. */
function removeLeftovers() {
  for (const name of fs.readdirSync(inRoot('dist'))) {
    if (name.startsWith(beginning)) fs.rmSync(inRoot('dist', name), { recursive: true, force: true })
  }
}

/**
 * @param {string} outDir
 * @returns {InlineConfig}
 */
function pageConfig(outDir) {
  return { configFile: inRoot('vite.config.ts'), logLevel: 'warn', build: { outDir, emptyOutDir: true } }
}

/**
 * @param {Bundle} bundle
 * @param {string} outDir
 * @returns {InlineConfig}
 */
function programConfig(bundle, outDir) {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: bundle.entry,
      target: bundle.target,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        external,
        output: {
          format: bundle.format === 'cjs' ? 'cjs' : 'es',
          entryFileNames: path.basename(bundle.output),
          codeSplitting: false,
        },
      },
    },
  }
}

/**
 * @param {Bundle} bundle
 * @param {string} beside
 */
function moveIntoPlace(bundle, beside) {
  const output = inRoot(bundle.output)
  fs.mkdirSync(path.dirname(output), { recursive: true })
  if (bundle.format !== 'page') return fs.renameSync(path.join(beside, path.basename(output)), output)
  const old = `${beside}-old`
  if (fs.existsSync(output)) fs.renameSync(output, old)
  fs.renameSync(beside, output)
  fs.rmSync(old, { recursive: true, force: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = process.argv.includes('--all')
  const installed = await ensureInstalled()
  if (installed !== 0) process.exit(installed)
  if (process.versions.node.startsWith('24.'))
    process.exit((await build({ all, log: (line) => console.log(line) })) ? 0 : 1)
  else process.exit(await run(node24, [import.meta.filename, ...process.argv.slice(2)]))
}
