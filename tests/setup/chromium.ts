import { chromium } from 'playwright'
import { inRoot, node24 } from '../../electron/launch/workspace.mjs'
import { installDebianPackages } from './debian.ts'
import { findProgram, isExecutable, runProgram } from './programs.ts'

/** What every test gives Chromium: nothing may look for the network, and root needs the sandbox off. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const macApps = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']

/** The browser of the tests: the one named by HANDRAIL_CHROMIUM or CHROME_PATH, an installed one, or Playwright's own. */
export function findChromium(): string | undefined {
  const candidates = [
    process.env.HANDRAIL_CHROMIUM,
    process.env.CHROME_PATH,
    findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'),
    ...macApps.map((app) => `/Applications/${app}`),
    chromium.executablePath(),
  ]
  return candidates.find((file) => file !== undefined && isExecutable(file))
}

/**
 * Sees to it that the tests have a browser.
 * @throws {MissingNeed} when there is none and none can be installed
 */
export async function obtainChromium(): Promise<void> {
  if (findChromium()) return
  console.log("No Chrome or Chromium is installed: trying Playwright's own")
  const cli = inRoot('node_modules', 'playwright', 'cli.js')
  await runProgram(node24, [cli, 'install', 'chromium'], { limitMs: 3 * 60_000 })
  if (!findChromium()) await installDebianPackages(['chromium'], 'The tests need Chromium')
}
