import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Inspector } from '../../../renderer/features/inspector/index.ts'
import type { EventRow } from '../../../shared/domain/index.ts'
import { eventRows, forgetInMemory, LONG, openConversation, SHORT } from '../conversation/openConversation.tsx'
import { fakeEventId, fakeRow } from '../support/fakeEvents.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'

afterEach(forgetInMemory)

function inspect(row: EventRow | null, host = new FakeHost()) {
  renderInHost(<Inspector conversation={SHORT} row={row} onClose={() => undefined} />, host, {
    width: 500,
    height: 700,
  })
  return host
}

/** A row whose event is this object. */
function withEvent(event: unknown): { row: EventRow; host: FakeHost } {
  const host = new FakeHost()
  const row = { ...fakeRow(0, 'spans'), pairedId: null }
  host.setEventJson(row.id, typeof event === 'string' ? event : JSON.stringify(event))
  return { row, host }
}

const message = (content: unknown) => ({
  kind: 'MessageEvent',
  id: 'x',
  source: 'user',
  llm_message: { role: 'user', content },
})

test('an action and its result are read together, the output with its colours', async () => {
  inspect(fakeRow(8, 'spans'))
  await expect.element(page.getByText('exit 1 after 26.3 s')).toBeVisible()
  await expect.element(page.getByText('Run it once before repeating it.')).toBeVisible()
  const failed = page.getByText(/login\.spec\.ts:42 redirects after refresh/)
  await expect.element(failed).toBeVisible()
  expect(failed.element().className).toMatch(/ansi-red/)
  expect(document.body.textContent).not.toContain('\u001b')
})

test('JSON offers both events of a pair', async () => {
  inspect(fakeRow(8, 'spans'))
  await page.getByRole('tab', { name: 'JSON' }).click()
  const editor = () => document.querySelector('[data-testid=json]')?.shadowRoot?.textContent ?? ''
  await expect.poll(editor).toContain('"ActionEvent"')
  await page.getByRole('radio', { name: 'result' }).click()
  await expect.poll(editor).toContain('"ObservationEvent"')
})

test('an unknown kind is shown as a tree of what it has', async () => {
  const { row, host } = withEvent({ kind: 'BrandNewEvent', id: 'x', mood: 'fine', nested: { deep: [1, { er: true }] } })
  inspect(row, host)
  await expect.element(page.getByText('mood')).toBeVisible()
  await expect.element(page.getByText('fine')).toBeVisible()
  await page.getByRole('button', { name: /deep/ }).click()
  await expect.element(page.getByText('[2]')).toBeVisible()
})

test.each([
  ['an action that is a string', { kind: 'ActionEvent', action: 'rm', thought: 7, tool_call: { arguments: '{bad' } }],
  ['an observation without content', { kind: 'ObservationEvent', observation: { kind: 'TerminalObservation' } }],
  ['a message without a message', { kind: 'MessageEvent', llm_message: null }],
  ['a prompt whose tools are numbers', { kind: 'SystemPromptEvent', tools: [1, 2], system_prompt: [] }],
  ['an event without a kind', {}],
])('%s renders', async (_, event) => {
  const { row, host } = withEvent({ id: 'x', ...event })
  inspect(row, host)
  await expect.element(page.getByRole('tab', { name: 'Pretty' })).toBeVisible()
  await expect.element(page.getByText(row.summary).first()).toBeVisible()
})

test('what is not JSON is shown as it was stored', async () => {
  const { row, host } = withEvent('not {json')
  inspect(row, host)
  await expect.element(page.getByText('The event is not a JSON object')).toBeVisible()
  await page.getByRole('button', { name: 'Show it as stored' }).click()
  await expect.poll(() => document.querySelector('[data-testid=json]')?.shadowRoot?.textContent ?? '').toContain('json')
})

test('markdown shows no raw HTML, and no image is fetched from elsewhere', async () => {
  const { row, host } = withEvent(
    message([
      {
        type: 'text',
        text: '**bold** <img src="https://evil.test/a.png" onerror="x()"> ![cat](https://evil.test/b.png)',
      },
      { type: 'image', image_urls: ['https://evil.test/c.png'] },
    ]),
  )
  inspect(row, host)
  await expect.element(page.getByText('bold')).toBeVisible()
  await expect.element(page.getByText('https://evil.test/b.png')).toBeVisible()
  await expect.element(page.getByText('https://evil.test/c.png')).toBeVisible()
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('evil.test'))).toEqual([])
})

test('an image inside the event is drawn when asked for', async () => {
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const { row, host } = withEvent(message([{ type: 'image', image_urls: [pixel] }]))
  inspect(row, host)
  await page.getByRole('button', { name: 'Show the image' }).click()
  const image = page.getByRole('img', { name: 'Image 1 of the event' })
  await expect.poll(() => image.element().getAttribute('width')).toBe('1')
})

test('an edit shows what went and what came', async () => {
  const { row, host } = withEvent({
    kind: 'ActionEvent',
    action: { kind: 'FileEditorAction', command: 'str_replace', path: '/a.ts', old_str: 'one\ntwo', new_str: 'one\n2' },
  })
  inspect(row, host)
  const diff = page.getByRole('region', { name: 'Edit' })
  await expect.element(diff).toBeVisible()
  expect(diff.element().textContent).toBe(' one−two+2')
})

test('a very large event is not parsed, and its JSON is read in parts', async () => {
  const { row, host } = withEvent(message('x'.repeat(4_500_000)))
  inspect(row, host)
  await expect.element(page.getByText(/The event has 4,500,\d+ characters/)).toBeVisible()
  await page.getByRole('button', { name: 'Show it as JSON' }).click()
  await expect.element(page.getByText(/The first 2,000,000 of 4,500,\d+ characters/)).toBeVisible()
  await page.getByRole('button', { name: 'Load next part' }).click()
  await expect.element(page.getByText(/The first 4,000,000 of 4,500,\d+ characters/)).toBeVisible()
  const ranges = host.calls('event.get').map((input) => JSON.stringify(input).match(/"offset":(\d+)/)?.[1])
  expect(ranges).toEqual(['0', '2000000'])
})

test('a long output loses its middle first and can be shown whole', async () => {
  const output = `first line\n${'middle\n'.repeat(20_000)}last line`
  const { row, host } = withEvent({
    kind: 'ObservationEvent',
    observation: { kind: 'TerminalObservation', content: [{ type: 'text', text: output }] },
  })
  inspect(row, host)
  await expect.element(page.getByText(/first line/)).toBeVisible()
  await expect.element(page.getByText(/120,\d+ characters left out/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(page.getByText(/characters left out/)).not.toBeInTheDocument()
})

test('an event that cannot be read says why and can be tried again', async () => {
  const host = new FakeHost()
  host.failNext('event.get', { code: 'internal', message: 'The block is damaged.', advice: 'Load it again.' })
  inspect({ ...fakeRow(0, 'spans'), pairedId: null }, host)
  await expect.element(page.getByText('The block is damaged.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(fakeEventId(0))).toBeVisible()
  await expect.element(page.getByText('The block is damaged.')).not.toBeInTheDocument()
})

test('letters typed while searching the JSON answer no confirmation', async () => {
  const host = new FakeHost()
  await openConversation(host, { conversation: LONG })
  eventRows().at(-2)?.click()
  await page.getByRole('tab', { name: 'JSON' }).click()
  const root = () => document.querySelector('[data-testid=json]')?.shadowRoot
  await expect.poll(() => root()?.textContent ?? '').toContain('kind')
  root()?.querySelector<HTMLElement>('.cm-content')?.focus()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.poll(() => root()?.activeElement?.getAttribute('name')).toBe('search')
  await userEvent.keyboard('art')
  await expect.poll(() => root()?.querySelector('input')?.value).toBe('art')
  expect(host.calls('conversations.confirm')).toEqual([])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('without a selection it says what to do', async () => {
  inspect(null)
  await expect.element(page.getByText('Select a row to read its event.')).toBeVisible()
})
