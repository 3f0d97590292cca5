import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useImports } from '../../../renderer/features/transfer/importStore.ts'
import { IMPORT_TAGS, IMPORTED, type Imported } from '../../../shared/domain/index.ts'
import { forgetInMemory, openConversation, SHORT } from '../conversation/openConversation.tsx'
import { fakeConversationId, fakeConversations } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderApp } from '../support/render.tsx'

beforeEach(() => useImports.setState(useImports.getInitialState(), true))
afterEach(() => forgetInMemory())

const ID = fakeConversationId(1)

/** A host on which one conversation was imported. */
function importing(): FakeHost {
  const host = new FakeHost()
  const [found] = fakeConversations(IMPORTED).filter(({ conversationId }) => conversationId === ID)
  if (found === undefined) throw new Error('no such conversation')
  const tags = { [IMPORT_TAGS.file]: 'run.zip', [IMPORT_TAGS.time]: '2026-08-24T09:00:00.000Z' }
  const record = { ...found, title: 'A run from elsewhere', executionStatus: null, sandboxStatus: null, tags }
  const imported: Imported = { record, events: 240, nonconforming: 2 }
  host.state.transfer.imported = [imported]
  host.state.conversations = [...host.state.conversations, record]
  const last = host.state.transfer.importStages.at(-1)
  if (last?.stage === 'done') last.result.conversation = { connectionId: IMPORTED, conversationId: ID }
  return host
}

async function choose(file: File) {
  await expect.element(page.getByRole('button', { name: 'Choose a file…' })).toBeEnabled()
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no place for a file')
  await userEvent.upload(input, file)
}

const file = (bytes: number, name = 'run.zip') => new File([new Uint8Array(bytes)], name)

describe('importing', () => {
  test('a file is handed over in parts, read with progress, and can be opened then', async () => {
    const host = importing()
    const release = host.hold('imports.read')
    renderApp(host, '/imported')
    await choose(file(1_000_000))
    await expect.element(page.getByText('Reading “run.zip”…')).toBeVisible()
    release()
    await expect.element(page.getByText(/240 events of “run.zip” are in the archive/)).toBeVisible()
    expect(host.state.transfer.received.get('run.zip')).toBe(1_000_000)
    expect(host.calls('imports.append').length).toBeGreaterThan(2)
    await page.getByRole('link', { name: /Open “A run from elsewhere”/ }).click()
    await expect.element(page.getByRole('heading', { name: 'A run from elsewhere' })).toBeVisible()
  })

  test('what could not be taken in is named, with what was kept', async () => {
    const host = importing()
    const last = host.state.transfer.importStages.at(-1)
    if (last?.stage !== 'done') throw new Error('no result')
    last.result.rejected = 23
    last.result.problems = [{ place: 'line 7', problem: 'it is not JSON, or cut off' }]
    renderApp(host, '/imported')
    await choose(file(10))
    await expect.element(page.getByText('line 7')).toBeVisible()
    await expect.element(page.getByText('and 22 more')).toBeVisible()
    await expect.element(page.getByText(/everything else was kept/)).toBeVisible()
  })

  test('a failure names the file and is tried again without choosing it anew', async () => {
    const host = importing()
    host.failNext('imports.read', {
      code: 'invalid-input',
      message: '“run.zip” is not a whole zip.',
      advice: 'Nothing of it was kept.',
    })
    renderApp(host, '/imported')
    await choose(file(10))
    await expect.element(page.getByText('“run.zip” is not a whole zip.')).toBeVisible()
    await expect.element(page.getByText('Nothing of it was kept.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(/240 events of/)).toBeVisible()
  })

  test('is cancelled while it goes on, and goes on while another page is looked at', async () => {
    const host = importing()
    const release = host.hold('imports.read')
    renderApp(host, '/imported')
    await choose(file(10))
    await page.getByRole('link', { name: 'Shared', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'Open a shared conversation' })).toBeVisible()
    await page.getByRole('link', { name: 'Imported', exact: true }).click()
    await expect.element(page.getByText('Reading “run.zip”…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Reading “run.zip”…')).not.toBeInTheDocument()
    release()
    await expect.element(page.getByRole('button', { name: 'Choose a file…' })).toBeEnabled()
  })

  test('what was imported is listed as such, and removed only when asked twice', async () => {
    const host = importing()
    renderApp(host, '/imported')
    await expect.element(page.getByText(/240 events · 2 nonconforming · run\.zip/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove A run from elsewhere' }).click()
    await expect.element(page.getByRole('alertdialog').getByText('240 events')).toBeVisible()
    expect(host.calls('imports.forget')).toEqual([])
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(page.getByText(/Nothing yet/)).toBeVisible()
    expect(host.calls('imports.forget')).toEqual([{ conversationId: ID }])
  })
})

describe('an imported conversation', () => {
  test('shows its events, says that it is imported, and offers nothing that needs a server', async () => {
    const host = importing()
    renderApp(host, `/c/${IMPORTED}/${ID}`)
    await expect.element(page.getByRole('heading', { name: 'A run from elsewhere' })).toBeVisible()
    await expect.element(page.getByText('imported · read only')).toBeVisible()
    await expect.element(page.getByRole('grid')).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Details' })).toBeVisible()
    for (const name of ['Agent', 'Files', 'Ask for a part']) {
      await expect.element(page.getByRole('tab', { name })).not.toBeInTheDocument()
    }
    await expect.element(page.getByRole('button', { name: 'Run' })).not.toBeInTheDocument()
    await expect.element(page.getByLabelText(/Message/)).not.toBeInTheDocument()
    expect(host.calls('agent.server')).toEqual([])
  })
})

describe('exporting', () => {
  test('stands beside the server’s download, says which is which, and writes the chosen format', async () => {
    const host = new FakeHost()
    await openConversation(host)
    await userEvent.keyboard('.')
    await expect.element(page.getByRole('menuitem', { name: /Download the trajectory from the server/ })).toBeVisible()
    await page.getByRole('menuitem', { name: /Export what is archived/ }).click()
    await expect.element(page.getByText(/No server is asked/)).toBeVisible()
    await page.getByText('Report to read').click()
    const release = host.hold('exports.run')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect.element(page.getByText('Writing the file…')).toBeVisible()
    release()
    await expect.element(page.getByText('240 events in 900 KB.')).toBeVisible()
    await expect.element(page.getByText('/home/kim/Downloads/archived_conversation.jsonl')).toBeVisible()
    expect(host.calls('exports.run')).toEqual([{ ...SHORT, format: 'html' }])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('is cancelled in the midst, and a failure is tried again', async () => {
    const host = new FakeHost()
    await openConversation(host)
    host.failNext('exports.run', { code: 'internal', message: 'The file could not be written.' })
    await userEvent.keyboard('w')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect.element(page.getByText('The file could not be written.')).toBeVisible()
    const release = host.hold('exports.run')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Writing the file…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('JSON lines')).toBeVisible()
    release()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect.element(page.getByText('240 events in 900 KB.')).toBeVisible()
  })

  test('says what is not in the file', async () => {
    const host = new FakeHost()
    const last = host.state.transfer.exportStages.at(-1)
    if (last?.stage === 'done') Object.assign(last, { lost: 64, missing: 12 })
    await openConversation(host)
    await userEvent.keyboard('w')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect.element(page.getByText(/64 events could not be read/)).toBeVisible()
    await expect.element(page.getByText(/12 events of the server are not in the archive/)).toBeVisible()
  })
})
