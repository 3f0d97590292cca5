import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

/** What every test gives Chromium: nothing may look for the network, and root needs the sandbox off. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApps = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']

/** The browser the tests use: the one named by HANDRAIL_CHROMIUM or CHROME_PATH, an installed one, or Playwright's own. */
export function findChromium(): string | undefined {
  const named = [process.env.HANDRAIL_CHROMIUM, process.env.CHROME_PATH].filter((file) => file !== undefined)
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const installed = folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
  const candidates = [
    ...named,
    ...installed,
    ...macApps.map((app) => `/Applications/${app}`),
    chromium.executablePath(),
  ]
  return candidates.find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
