import { expect, test } from './console.ts'

test('what was said once is found from another page, and shown where it was said', async ({ page, host }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Write e2e for checkout/ }).click()
  await expect(page.getByText('● live')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Please call the helper zanzibar_4711.')
  await page.keyboard.press('ControlOrMeta+Enter')
  const events = page.getByRole('grid', { name: 'Events' })
  await expect(events.getByRole('row', { name: /zanzibar_4711/ }).first()).toBeVisible()

  await page.getByRole('link', { name: /^Conversations/ }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('searchbox', { name: 'Search all conversations' })).toBeFocused()
  await page.keyboard.type('helper zanzibar_4711')
  const hits = page.getByRole('grid', { name: 'Found events' }).getByRole('row')
  const hit = hits.filter({ hasText: 'Please call the helper zanzibar_4711' }).first()
  await expect(hit).toContainText('Write e2e for checkout')
  await expect(hit.locator('mark')).toHaveText(['helper', 'zanzibar_4711'])
  await hit.click()

  await expect(events.getByRole('row', { selected: true })).toContainText('Please call the helper zanzibar_4711.')

  await page.getByRole('tab', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search this conversation' }).fill('nothing_like_this')
  await expect(page.getByText('No event holds all of this')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search this conversation' }).fill('zanzibar*')
  await expect(hits.first()).toContainText('zanzibar_4711')
  expect(errors).toEqual([])
})
