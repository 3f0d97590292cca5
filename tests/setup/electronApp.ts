import path from 'node:path'
import { _electron, test as base, type ElectronApplication } from 'playwright/test'
import { inRoot, root } from '../../electron/launch/workspace.mjs'
import { startDisplay } from './display.ts'
import { obtainElectronRuntime } from './electronRuntime.ts'

const holdForPlaywright = inRoot('tests', 'setup', 'holdForPlaywright.cjs')

export interface AppOptions {
  /** The app's `--data` folder; Chromium's profile is put beside it. */
  dataDir: string
  args?: string[]
  env?: Record<string, string>
}

type LaunchApp = (options: AppOptions) => Promise<ElectronApplication>

/** Playwright's test with `launchApp`, which opens the built app in a real Electron on a virtual screen. */
export const test = base.extend<{ launchApp: LaunchApp }, { display: string | undefined }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off this pattern
    async ({}, use) => {
      const display = await startDisplay()
      await use(display.name)
      display.stop()
    },
    { scope: 'worker' },
  ],
  launchApp: async ({ display }, use) => {
    const apps: ElectronApplication[] = []
    await use(async ({ dataDir, args = [], env = {} }) => {
      const runtime = await obtainElectronRuntime()
      const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const app = await _electron.launch({
        executablePath: runtime.executablePath,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          ...runtime.args,
          '-r',
          holdForPlaywright,
          root,
          '--data',
          dataDir,
          ...args,
        ],
        env: {
          ...Object.fromEntries(inherited),
          ...(display === undefined ? {} : { DISPLAY: display }),
          XDG_CONFIG_HOME: path.join(path.dirname(dataDir), `${path.basename(dataDir)}-profile`),
          ...env,
        },
        timeout: 30_000,
      })
      apps.push(app)
      return app
    })
    for (const app of apps) await app.close()
  },
})

export { expect } from 'playwright/test'
