import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, findChromium } from './tests/setup/chromium.ts'

const executablePath = findChromium()
const waits = { testTimeout: 30_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      // Many of these wait for limits of servers: more of them than there are cores take half the time.
      { test: { name: 'node', include: ['tests/{contract,core,local}/**/*.test.ts'], maxWorkers: 4, ...waits } },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        // React Aria draws every row of a virtual list in tests, unless it is told that this is a real browser.
        define: { 'process.env.VIRT_ON': 'true' },
        test: {
          name: 'browser',
          include: ['tests/renderer/**/*.test.{ts,tsx}'],
          maxWorkers: 2,
          ...waits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        // Only `npm run test:real` runs these: they start real servers, which take minutes.
        test: {
          name: 'real',
          include: ['tests/real/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 15 * 60_000,
          hookTimeout: 15 * 60_000,
        },
      },
    ],
  },
})
