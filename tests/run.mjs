// @ts-check
// `npm test`: installs what is missing, then runs the suites on Node 24 (tests/setup/runSuites.ts has the options).
import { ensureInstalled } from '../electron/launch/install.mjs'
import { run } from '../electron/launch/processes.mjs'
import { inRoot, node24 } from '../electron/launch/workspace.mjs'

const installed = await ensureInstalled()
process.exitCode =
  installed !== 0 ? installed : await run(node24, [inRoot('tests', 'setup', 'runSuites.ts'), ...process.argv.slice(2)])
