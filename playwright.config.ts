import { defineConfig } from 'playwright/test'
import { chromiumFlags, findChromium } from './tests/setup/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/cache/e2e',
  forbidOnly: true,
  // One at a time: long tasks of the page are measured, and two browsers on two cores would measure each other.
  workers: 1,
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
    { name: 'browser', testMatch: '*.spec.ts', testIgnore: 'electron/**', use: { browserName: 'chromium' } },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts', workers: 1 },
  ],
})
