import { expect, test } from './console.ts'

/** A conversation that the account of another server shows to everybody; gives its link. */
async function shared(
  service: { url: string; key: string; conversation(events: number): Promise<string> },
  events: number,
) {
  const id = await service.conversation(events)
  const response = await fetch(`${service.url}/api/v1/app-conversations/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ public: true, title: 'Shown to everybody' }),
  })
  expect(response.status).toBe(200)
  return { id, link: `${service.url}/shared/conversations/${id}` }
}

test('on a first run, without any account or key, a pasted link shows the whole conversation', async ({
  page,
  host,
  service,
}) => {
  const { id, link } = await shared(service, 320)
  await service.control('reset-request-counts')
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('link', { name: /^Shared/ }).click()
  await page.getByLabel('Link or id').fill(link)
  await page.getByRole('button', { name: 'Open', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Shown to everybody' })).toBeVisible()
  await expect(page.getByText('read only')).toBeVisible()
  await expect(page.getByText(/looks again every \d+ s/)).toBeVisible()
  await page.getByRole('grid', { name: /events|timeline/i }).focus()
  await page.keyboard.press('Home')
  await expect(page.locator('[data-event-id]').first()).toContainText('system prompt')
  await expect(page.getByText(/(\d+) local = \1 server/)).toBeVisible()
  // Nothing can be told to it.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Run|Pause|Interrupt|\+ tag|More actions)$/ })).toHaveCount(0)
  const asked = Object.keys((await service.control('request-counts')) as object)
  expect(asked.filter((one) => !one.includes('/api/shared-') && !one.includes('/_control/'))).toEqual([])

  // It stays, also without its server.
  await service.control('fail-next', { count: 1000, failure: 'reset', pathHas: '/api/' })
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('link', { name: 'Shown to everybody' }).click()
  await expect(page.locator('[data-event-id]').first()).toBeVisible()
  expect(page.url()).toContain(id)
})

test('what is wrong with a link is said, and what was pasted stays', async ({ page, host, service }) => {
  const hidden = await service.conversation(20)
  const { address } = await host()
  await page.goto(`${address}`)
  await page.getByRole('link', { name: /^Shared/ }).click()
  const link = page.getByLabel('Link or id')
  const open = page.getByRole('button', { name: 'Open', exact: true })
  await link.fill('hello')
  await open.click()
  await expect(page.getByText(/neither a link nor an id/)).toBeVisible()
  await link.fill(`${service.url}/shared/conversations/${hidden}`)
  await open.click()
  await expect(page.getByText(/shows nothing of this conversation/)).toBeVisible()
  await service.control('fail-next', {
    count: 20,
    failure: { status: 200, body: '<!doctype html><title>Sign in</title>' },
    pathHas: '/api/',
  })
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByText(/sent a web page/)).toBeVisible()
  await service.control('heal')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/shows nothing of this conversation/)).toBeVisible()
  await link.fill(`http://127.0.0.1:9/shared/conversations/${hidden}`)
  await open.click()
  await expect(page.getByText(/cannot be reached|refused the connection/).first()).toBeVisible()
  await expect(link).toHaveValue(`http://127.0.0.1:9/shared/conversations/${hidden}`)
})

test('one’s own conversation is shared after saying who sees what, opened by its link, and hidden again', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('row', { name: /Write e2e for checkout/ }).click()
  await expect(page.getByRole('heading', { name: 'Write e2e for checkout' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Share…/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('all its events but state updates')
  await dialog.getByRole('button', { name: 'Share with everybody' }).click()
  const link = await dialog.getByText(/\/shared\/conversations\//).textContent()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByLabel('Link or id').fill(link ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('read only')).toBeVisible()
  await expect(page.getByText(/(\d+) local = \1 server/)).toBeVisible()
  await page.getByRole('tab', { name: 'Ask for a part' }).click()
  await page.getByRole('button', { name: 'Count' }).click()
  await expect(page.getByText(/The server counts \d+ events/)).toBeVisible()
  await page.getByRole('button', { name: 'Fetch a page' }).click()
  await expect(page.getByText(/events fetched, 0 of them new here/)).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('row', { name: /Write e2e for checkout/ }).click()
  await page.getByRole('heading', { name: 'Write e2e for checkout' }).waitFor()
  await page.keyboard.press('h')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Share with everybody' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText(/shows nothing of this conversation/)).toBeVisible()
})
