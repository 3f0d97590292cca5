import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SandboxesPage } from '../../../renderer/features/sandboxes/index.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

test('pausing names every conversation in the sandbox with its state before anything is sent', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  await page.getByRole('button', { name: 'Pause sandbox k3f…9a' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Pause sandbox k3f…9a?' })
  const items = dialog.getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent('Fix flaky login testneeds you')
  await expect.element(items.nth(1)).toMatchTextContent('Bump zod to 4 across packagesrunning')
  await expect.element(dialog.getByText(/1 agent at work in it is cut off/)).toBeVisible()
  expect(host.calls('sandboxes.pause')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Pause sandbox' }).click()
  await expect.element(page.getByRole('button', { name: 'Resume sandbox k3f…9a' })).toBeVisible()
  expect(host.calls('sandboxes.pause')).toEqual([{ connectionId: 'cloud', id: 'k3f71b29a' }])
})

test('Enter alone never pauses a sandbox', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  await page.getByRole('button', { name: 'Pause sandbox k3f…9a' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(host.calls('sandboxes.pause')).toHaveLength(0)
})

test('a resume that fails stays open with the reason and can be tried again', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  host.failNext('sandboxes.resume', {
    code: 'not-found',
    message: 'The server does not find sandbox z9c.',
    advice: 'It may be gone.',
  })
  await page.getByRole('button', { name: 'Resume sandbox z9c…d3' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Triage backlog issues')).toBeVisible()
  await dialog.getByRole('button', { name: 'Resume sandbox' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The server does not find sandbox z9c.It may be gone.')
  await dialog.getByRole('button', { name: 'Resume sandbox' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause sandbox z9c…d3' })).toBeVisible()
})

test('a sandbox that starts or is gone offers nothing that cannot work', async () => {
  renderInHost(<SandboxesPage />, new FakeHost())
  await expect.element(page.getByText('STARTING')).toBeVisible()
  await expect.element(page.getByText('pulling image')).toBeVisible()
  expect(page.getByRole('button', { name: /sandbox (v5e|x4a)/ }).elements()).toHaveLength(0)
})

test('deleting says what is lost and names every conversation; a failure can be tried again', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  await expect.element(page.getByText('k3f…9a')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Delete}')
  const dialog = page.getByRole('alertdialog', { name: 'Delete sandbox t81…c0?' })
  await expect.element(dialog.getByText(/1 agent at work in it is cut off.*gone for good/)).toBeVisible()
  const items = dialog.getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent('Migrate billing cron to queuerunning')
  await expect.element(items.nth(1)).toMatchTextContent('Write e2e for checkoutidle')
  host.failNext('sandboxes.delete', { code: 'server-error', message: 'Could not delete sandbox t81d44ec.' })
  await dialog.getByRole('button', { name: 'Delete sandbox' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Could not delete sandbox t81d44ec.')
  await dialog.getByRole('button', { name: 'Delete sandbox' }).click()
  await expect.element(page.getByText('t81…c0')).not.toBeInTheDocument()
  const deletion = { connectionId: 'cloud', id: 't81d44ec0' }
  expect(host.calls('sandboxes.delete')).toEqual([deletion, deletion])
})

test('a resume names the sandbox that may be paused for it', async () => {
  renderInHost(<SandboxesPage />, new FakeHost())
  await page.getByRole('button', { name: 'Resume sandbox z9c…d3' }).click()
  const room = page.getByRole('region', { name: 'Sandboxes that may be paused to make room' })
  await expect.element(room).toMatchTextContent(/5 other sandboxes run.*none should be paused/)
  await expect.element(room.getByRole('listitem')).toMatchTextContent('m2b…07Refactor image pipeline')
})

test('clearing away what is MISSING is offered only after it was seen so three times', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  await expect.element(page.getByText('x4a…b2')).toBeVisible()
  await userEvent.keyboard('{End}')
  const details = page.getByRole('complementary', { name: 'Selected sandbox' })
  await expect.element(details.getByText('Seen MISSING 1 of 3 times.')).toBeVisible()
  expect(details.getByRole('button', { name: 'Delete it…' }).elements()).toHaveLength(0)
  await userEvent.keyboard('{Delete}')
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  const since = Date.now() - 40_000
  host.state.sandboxes = host.state.sandboxes.map((one) =>
    one.absence === null ? one : { ...one, absence: { seen: 3, since } },
  )
  await details.getByRole('button', { name: 'Look again' }).click()
  await details.getByRole('button', { name: 'Delete it…' }).click()
  await expect.element(page.getByRole('alertdialog').getByText(/deletes a sandbox that still lives/)).toBeVisible()
})

test('addresses are shown without their tokens and opened by the host', async () => {
  const host = new FakeHost()
  renderInHost(<SandboxesPage />, host)
  const details = page.getByRole('complementary', { name: 'Selected sandbox' })
  await expect.element(details.getByText('https://vscode-k3f71b29a.example.test/?folder=%2Fworkspace')).toBeVisible()
  await expect.element(details.getByText(/opens with a token that stays in the host/)).toBeVisible()
  host.failNext('sandboxes.openUrl', { code: 'unsupported', message: 'No program opens web addresses.' })
  await userEvent.keyboard('o')
  await expect.element(details.getByRole('alert')).toMatchTextContent('No program opens web addresses.')
  await details.getByRole('button', { name: 'Try again' }).click()
  await expect.element(details.getByText(/VSCODE was given to the browser/)).toBeVisible()
  await details.getByRole('button', { name: 'Open WORKER_1' }).click()
  await expect.element(details.getByText(/WORKER_1 was given to the browser/)).toBeVisible()
  expect(host.calls('sandboxes.openUrl')).toEqual(
    ['VSCODE', 'VSCODE', 'WORKER_1'].map((name) => ({ connectionId: 'cloud', id: 'k3f71b29a', name })),
  )
})

test('the spec of a sandbox is shown with the names of its environment, or that it is offered no longer', async () => {
  const host = new FakeHost()
  host.state.sandboxes = host.state.sandboxes.map((one, at) => (at === 1 ? { ...one, specId: 'old/image:1' } : one))
  host.failNext('sandboxes.specsById', { code: 'timeout', message: 'Could not read the spec.' })
  renderInHost(<SandboxesPage />, host)
  const details = page.getByRole('complementary', { name: 'Selected sandbox' })
  await details.getByRole('button', { name: 'Try again' }).click()
  await expect.element(details.getByText('LOG_JSON, MAVEN_MIRROR_TOKEN')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(details.getByText('The server offers this spec no longer.')).toBeVisible()
})

test('a list that cannot be read says so and can be asked for again', async () => {
  const host = new FakeHost()
  host.failNext('sandboxes.list', { code: 'not-openhands', message: 'Could not list the sandboxes: a web page came.' })
  renderInHost(<SandboxesPage />, host)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/acme · cloud: Could not list the sandboxes/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('5 of 8 running')).toBeVisible()
})

test('with several connections every sandbox says whose it is', async () => {
  const host = new FakeHost()
  const [cloud] = host.state.connections
  const [sandbox] = host.state.sandboxes
  if (!cloud || !sandbox) throw new Error('the fake fleet has some')
  host.state.connections = [cloud, { ...cloud, id: 'lab', name: 'lab' }]
  host.state.sandboxes = [sandbox, { ...sandbox, connectionId: 'lab' }]
  renderInHost(<SandboxesPage />, host)
  const rows = page.getByRole('row', { name: /k3f…9a/ })
  await expect.element(rows.nth(0)).toMatchTextContent('acme · cloud')
  await expect.element(rows.nth(1)).toMatchTextContent('lab')
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('complementary', { name: 'Selected sandbox' }).getByText('of lab')).toBeVisible()
})

test('on a narrow page no column lies over another', async () => {
  await page.viewport(720, 800)
  const { pane } = renderInHost(<SandboxesPage />, new FakeHost(), { width: 520, height: 760 })
  await expect.element(page.getByText('5 of 8 running')).toBeVisible()
  for (const row of pane.querySelectorAll('tr')) {
    const cells = [...row.cells].map((cell) => ({ cell, right: contentRight(cell) }))
    for (const { cell, right } of cells) expect(right).toBeLessThanOrEqual(cell.getBoundingClientRect().right + 0.5)
  }
})

/** Where what stands in a cell ends, even where it reaches out of it. */
function contentRight(cell: HTMLTableCellElement): number {
  const parts = [...cell.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)
  return Math.max(cell.getBoundingClientRect().left, ...parts)
}
