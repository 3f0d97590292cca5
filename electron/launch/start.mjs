// @ts-check
// `npm start`: installs what is missing, builds what is stale, then runs Handrail. stdout belongs to the program that
// is started; everything said here goes to stderr.
import { staleBundles } from './bundles.mjs'
import { obtainElectron } from './electronBinary.mjs'
import { ensureInstalled } from './install.mjs'
import { help, OptionError, readOptions } from './options.mjs'
import { run } from './processes.mjs'
import { inRoot, node24, root } from './workspace.mjs'

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`)

/** @returns {Promise<number>} the exit code */
async function start() {
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  const installed = await ensureInstalled()
  if (installed !== 0) return installed
  if (staleBundles().length > 0) {
    say('Building …')
    const built = await run(node24, [inRoot('electron', 'launch', 'build.mjs')], { output: 'toStderr' })
    if (built !== 0) return built
  }
  if (!options.browser) {
    const electron = await obtainElectron()
    if (electron) return await run(electron, [root, ...options.forBoth])
    say("Electron's binary is not on this machine (`npx install-electron` fetches it): using the browser instead.")
  }
  return await run(node24, [inRoot('dist', 'electron', 'serve.mjs'), ...options.forBoth, ...options.forBrowser])
}

try {
  process.exitCode = await start()
} catch (error) {
  if (!(error instanceof OptionError)) throw error
  say(`${error.message} (npm start -- --help lists the options)`)
  process.exitCode = 2
}
