import type { Page } from 'playwright/test'
import { expect, test } from './console.ts'

/** Starts are followed every 3 s. */
const READY_MS = 30_000

async function openRow(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('row', { name }).click()
  await expect(page.getByRole('grid', { name: 'Events' })).toBeVisible()
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a conversation is renamed in the list and on its agent server, and moved to another branch', async ({
  page,
  host,
}) => {
  const { address, connect } = await host()
  await page.goto(address)
  await openRow(page, /Write e2e for checkout/)
  await choose(page, /^Rename/)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Checkout, end to end')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rename/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Checkout, end to end' })).toBeVisible()
  await choose(page, /^Repository/)
  await page.getByRole('dialog').getByLabel('Branch').fill('feature/checkout')
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('tab', { name: /Details/ }).click()
  await expect(page.getByText('feature/checkout', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Conversations/ }).click()
  await expect(page.getByRole('row', { name: /Checkout, end to end/ })).toBeVisible()
  const { rpc, close } = await connect()
  const [connection] = await rpc.connections.list({})
  const { conversations } = await rpc.conversations.refresh({ connectionId: connection?.id ?? '' })
  expect(conversations.find(({ title }) => title === 'Checkout, end to end')).toMatchObject({
    branch: 'feature/checkout',
  })
  close()
})

test('the profile of a running agent is switched to one of the account’s', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  await openRow(page, /Write e2e for checkout/)
  await choose(page, /^Switch profile/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Profile/ })
    .click()
  await page.getByRole('option', { name: /fast/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Switch/ })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/claude-haiku/).first()).toBeVisible()
})

test('a deletion names what goes, and leaves every event readable', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  await openRow(page, /Add SSO to admin/)
  await expect(page.getByText('● live')).toBeVisible()
  const count = page.getByText(/events [\d,]+ local = [\d,]+ server/)
  await expect(count).toBeVisible({ timeout: READY_MS })
  const before = /events ([\d,]+) local/.exec((await count.textContent()) ?? '')?.[1] ?? 'none'
  await choose(page, /^Delete/)
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText('Add SSO to admin')
  await expect(asking).toContainText(/Its sandbox stays for|sandbox q77/)
  await asking.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('Deleted on the server.')).toBeVisible()
  await expect(page.locator('[data-event-id]').first()).toBeVisible()
  await page.getByRole('link', { name: /Conversations/ }).click()
  await expect(page.getByRole('row', { name: /Add SSO to admin/ })).toBeHidden()
  await page.goBack()
  await expect(page.getByText('Deleted on the server.')).toBeVisible()
  await expect(page.getByText(new RegExp(`events ${before} local`))).toBeVisible()
})

test('deleting from the list by key, and finding conversations that the list does not have', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  await expect(page.getByRole('row', { name: /Explain slow report query/ })).toBeVisible()
  await page.getByRole('grid').focus()
  await page.keyboard.press('f')
  const form = page.getByRole('dialog', { name: 'Ask the servers' })
  await form.getByLabel('Title contains').fill('slow%query')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 found')).toBeVisible()
  await page.getByRole('row', { name: /Explain slow report query/ }).hover()
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText('Explain slow report query')
  await asking.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText(/“Explain slow report query” is deleted on the server/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await expect(page.getByRole('row', { name: /Fix flaky login test/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Explain slow report query/ })).toBeHidden()
})

test('messages that are queued while a conversation starts arrive in it, and what was being typed is its draft', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('button', { name: 'New conversation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message', { exact: true }).fill('Add a health check to the API')
  await dialog.getByRole('button', { name: /^Start/ }).click()
  const another = dialog.getByLabel('Another message for when it is ready')
  await another.fill('And write a test for it')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('list', { name: 'Queued messages' })).toContainText('And write a test for it')
  await another.fill('half a thought')
  await expect(page.getByRole('heading', { name: /health check/ })).toBeVisible({ timeout: READY_MS })
  await expect(page.getByRole('row', { name: /And write a test for it/ }).first()).toBeVisible({ timeout: READY_MS })
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('half a thought')
  await expect(page.getByText(/on the way|not seen yet/)).toBeHidden()
})
