import { defineConfig } from 'playwright/test'
import { chromiumFlags, findChromium } from './tests/setup/chromium.ts'

const executablePath = findChromium()

const MEASURED = 'badServer.spec.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/cache/e2e',
  forbidOnly: true,
  // On two cores one browser leaves a third of the time unused.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    // So that a step that waits in vain is named, which the limit of the whole test does not do.
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    {
      name: 'browser',
      testMatch: '*.spec.ts',
      testIgnore: ['electron/**', MEASURED],
      use: { browserName: 'chromium' },
    },
    // Long tasks of the page are measured: alone, because two browsers on two cores would measure each other.
    { name: 'measured', testMatch: MEASURED, use: { browserName: 'chromium' }, workers: 1 },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts', workers: 1 },
  ],
})
