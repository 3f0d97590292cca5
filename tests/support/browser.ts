import { type Browser, chromium } from 'playwright'
import { chromiumFlags, findChromium } from '../setup/chromium.ts'

/** The browser of the tests, started for a bench or a script. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) })
}
