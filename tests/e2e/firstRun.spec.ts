import { expect, test } from './console.ts'

test('a first run asks for nothing and shows twelve conversations of the local service', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  const table = page.getByRole('grid', { name: /conversations/i })
  await expect(table.getByRole('row')).toHaveCount(13)
  await expect(page).not.toHaveURL(/token/)
})

test('a running conversation is opened, its events arrive live, and it is answered', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Bump zod to 4/ }).click()
  await expect(page.getByRole('heading', { name: /Bump zod/ })).toBeVisible()
  await expect(page.getByText('● live')).toBeVisible()
  const rows = page.locator('[data-event-id]')
  const before = await rows.last().getAttribute('data-event-id')
  await expect(rows.last()).not.toHaveAttribute('data-event-id', before ?? '')

  await page.getByRole('textbox', { name: 'Message' }).fill('Please also update the changelog.')
  await page.getByRole('button', { name: 'Send & run' }).click()
  await expect(page.getByRole('row', { name: /Please also update the changelog/ })).toBeVisible()
})

test('a waiting action is confirmed', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Fix flaky login test/ }).click()
  await expect(page.getByText('waiting for confirmation').or(page.getByText('needs you')).first()).toBeVisible()
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByRole('button', { name: /^Accept/ })).toBeHidden()
})

test('twelve thousand events are all there: first, last, and a count that was checked', async ({ page, host }) => {
  const { address } = await host()
  await page.goto(address)
  const { rpc, close } = await (await host()).connect()
  const [connection] = await rpc.connections.list({})
  const { conversations } = await rpc.conversations.refresh({ connectionId: connection?.id ?? '' })
  const long = conversations.find(({ title }) => title === 'Migrate billing cron to queue')
  close()
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/c/${long?.connectionId}/${long?.conversationId}`)
  await expect(page.getByText(/12,\d{3} local = 12,\d{3} server/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('grid', { name: /events|timeline/i }).focus()
  await page.keyboard.press('Home')
  await expect(page.locator('[data-event-id]').first()).toContainText('system prompt')
  await page.keyboard.press('End')
  await expect(page.locator('[data-event-id]').last()).toBeVisible()
})
