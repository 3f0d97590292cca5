import type { Page } from 'playwright/test'
import { expect, test } from './console.ts'

async function open(page: Page, address: string, title: RegExp) {
  await page.goto(address)
  await page.getByRole('row', { name: title }).click()
  await expect(
    page
      .getByText('● live')
      .or(page.getByText('live', { exact: true }))
      .first(),
  ).toBeVisible()
}

test('a policy that is set on the page decides whether the next action waits', async ({ page, host }) => {
  const { address } = await host()
  await open(page, address, /Write e2e for checkout/)
  await page.getByRole('tab', { name: 'Agent' }).click()
  await page.getByText('It waits before every action.').click()
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByText('Set; it holds from the next action on.')).toBeVisible()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Go on with the declined card')
  await page.getByRole('button', { name: 'Send & run' }).click()
  const bar = page.getByRole('region', { name: 'Confirmation' })
  await expect(bar.getByText('1 action pending')).toBeVisible({ timeout: 20_000 })
  await bar.getByRole('button', { name: /Accept/ }).click()
  await expect(page.getByText('needs you')).toHaveCount(0)
})

test('a conversation is forked from one of its steps, and the fork is a conversation of its own', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await open(page, address, /Write e2e for checkout/)
  const step = page.getByRole('row', { name: /browser_navigate/ }).last()
  await step.click()
  await page.getByRole('button', { name: 'From this event' }).click()
  await page.getByRole('menuitem', { name: /Fork from here/ }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Checkout, another way')
  await page.getByRole('dialog').getByRole('button', { name: /^Fork/ }).click()
  await page.getByRole('button', { name: 'Open it' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout, another way' })).toBeVisible()
  await expect(page.getByText('live', { exact: false }).first()).toBeVisible()
  const rows = page.getByRole('grid', { name: 'Events' }).getByRole('row')
  await expect(rows.last()).toContainText('browser_navigate')
  await page.getByRole('tab', { name: 'Agent' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText(/up to event/)).toBeVisible()
  await history.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Write e2e for checkout' })).toBeVisible()
  await page.getByRole('link', { name: /Conversations/ }).click()
  await expect(page.getByRole('row', { name: /Checkout, another way/ })).toBeVisible()
})

test('a question is answered from the conversation, which does not change', async ({ page, host }) => {
  const { address } = await host()
  await open(page, address, /Write e2e for checkout/)
  const events = page.getByText(/rows · \d+ events/)
  const before = await events.textContent()
  await page.keyboard.press('q')
  await page.getByRole('textbox', { name: 'Question' }).fill('What about the declined card?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Answers' })).toContainText('declined card', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(events).toHaveText(before ?? '')
})

test('a goal is set from the menu, its state is live, and it is stopped and resumed', async ({ page, host }) => {
  const { address } = await host()
  await open(page, address, /Explain slow report query/)
  await page.keyboard.press('l')
  await page.getByRole('textbox', { name: 'Objective' }).fill('The report takes under a second')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'Agent' }).click()
  const goal = page.getByRole('region', { name: 'Goal' })
  await expect(goal.getByText('at work')).toBeVisible()
  await goal.getByRole('button', { name: 'Stop the goal' }).click()
  await expect(goal.getByText('interrupted')).toBeVisible()
  await page.getByRole('button', { name: 'Interrupt', exact: true }).click()
  await goal.getByRole('button', { name: 'Resume the goal' }).click()
  await expect(goal.getByText('at work')).toBeVisible()
})
