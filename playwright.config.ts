import { defineConfig } from 'playwright/test'
import { chromiumFlags, findChromium } from './tests/setup/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/cache/e2e',
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    trace: 'retain-on-failure',
    launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: 'browser', testMatch: '*.spec.ts', testIgnore: 'electron/**', use: { browserName: 'chromium' } },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts', workers: 1 },
  ],
})
