// @ts-check
// `npm run archive`: the archive without a window, straight from its sources. All arguments are its own.
import { ensureInstalled } from './install.mjs'
import { run } from './processes.mjs'
import { inRoot, node24 } from './workspace.mjs'

const installed = await ensureInstalled()
process.exitCode =
  installed !== 0 ? installed : await run(node24, [inRoot('electron', 'archive.ts'), ...process.argv.slice(2)])
