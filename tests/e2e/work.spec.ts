import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, test } from './console.ts'

test('what the agent changed, its files, skills and hooks are read from its sandbox, and the trajectory is downloaded', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Write e2e for checkout/ }).click()
  await expect(page.getByText('● live')).toBeVisible()

  await page.keyboard.press('2')
  const diff = page.getByTestId('diff')
  await expect(diff.locator('.cm-content').first()).toBeVisible()
  await expect(diff.locator('.cm-editor')).toHaveCount(2)
  await page.getByRole('radio', { name: 'inline' }).check({ force: true })
  await expect(diff.locator('.cm-editor')).toHaveCount(1)
  await page.getByLabel('Folder', { exact: true }).fill('/no/repository')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(page.getByText('No changes here')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByLabel('Folder', { exact: true }).fill('/workspace')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page
    .getByRole('button', { name: /checkout.*\.ts/ })
    .first()
    .click()
  await expect(page.getByTestId('text').locator('.cm-content')).not.toBeEmpty()
  await page.getByLabel('Path of a file').fill('/no/file')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByText('Nothing came')).toBeVisible()

  await page.getByRole('tab', { name: 'Setup' }).click()
  await expect(page.getByRole('button', { name: /flaky-tests/ })).toBeVisible()
  await expect(page.getByText('scripts/format.sh')).toBeVisible()

  await page.getByRole('tab', { name: 'Timeline' }).click()
  const count = Number((await page.getByText(/rows · \d+ events/).textContent())?.match(/(\d+) events/)?.[1])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Download the trajectory/ }).click()
  const entries = unzipSync(await readFile(await (await coming).path()))
  expect(Object.keys(entries)).toHaveLength(count + 1)
  expect(Object.keys(entries)).toContain('meta.json')
  const dialog = page.getByRole('dialog', { name: 'Download the trajectory' })
  await expect(dialog.getByText(new RegExp(`${count} events in`))).toBeVisible()
})

test('a sandbox that sleeps gives no files, says so on the conversation, and gives the trajectory all the same', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Triage backlog/ }).click()
  await page.keyboard.press('2')
  await expect(page.getByText(/asleep|not running|paused/i).first()).toBeVisible()
  await expect(page.getByTestId('diff')).toHaveCount(0)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Download the trajectory/ }).click()
  expect(Object.keys(unzipSync(await readFile(await (await coming).path()))).length).toBeGreaterThan(10)
})
