import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../../setup/electronApp.ts'

test('the real Electron app opens a window in which live rows arrive', async ({ launchApp }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handrail-electron-'))
  try {
    const app = await launchApp({ dataDir })
    const page = await app.firstWindow()
    await page.getByRole('row', { name: /Bump zod to 4/ }).click()
    await expect(page.getByText('● live')).toBeVisible({ timeout: 30_000 })
    const rows = page.locator('[data-event-id]')
    const before = await rows.last().getAttribute('data-event-id')
    await expect(rows.last()).not.toHaveAttribute('data-event-id', before ?? '')
    expect(await page.evaluate(() => location.protocol)).toBe('app:')
    expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined')
  } finally {
    // The local service ends a moment after its host.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
