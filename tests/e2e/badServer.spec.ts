import type { Page } from 'playwright/test'
import { expect, test, WITH_PASSPHRASE } from './console.ts'

/** Longest allowed task of the page while a server misbehaves, in milliseconds. */
const LONGEST_TASK_MS = 100

test('malformed frames, unknown kinds, a 20 MB event, repeats and odd orders neither crash nor stall the page', async ({
  page,
  host,
  service,
}) => {
  const { address, connect } = await host({ env: WITH_PASSPHRASE })
  const { rpc, close } = await connect()
  const { connection } = await rpc.connections.add({
    kind: 'app',
    name: 'service',
    baseUrl: service.url,
    key: service.key,
    orgId: null,
  })
  const conversation = await service.conversation(300)
  await page.goto(address)
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/c/${connection.id}/${conversation}`)
  await expect(page.getByText('● live')).toBeVisible()
  await watchTasks(page)

  for (const text of ['{"type":"durable"', '[1]', 'null', '{"type":"durable","seq":1,"event":{}}']) {
    await service.control('inject-frame', { conversation, text })
  }
  await service.control('append-event', { conversation, event: { kind: 'FutureEvent', source: 'agent', payload: 1 } })
  await service.control('inject-large', { conversation, bytes: 20_000_000 })
  await service.control('repeat-newest', { conversation, count: 50 })
  for (const timestamp of ['2031-01-01T00:00:00.000001', '2001-01-01T00:00:00.000001']) {
    await service.control('append-event', { conversation, event: { kind: 'PauseEvent', source: 'user', timestamp } })
  }
  await service.control('append-event', { conversation, event: { ...OBSERVATION } })
  await service.control('append-event', { conversation, event: { ...ACTION } })
  await service.control('append', { conversation, count: 20 })

  const total = ((await service.control('event-ids', { conversation })) as string[]).length
  const count = new Intl.NumberFormat('en-US').format(total)
  await expect(page.getByText(new RegExp(`${count} local = ${count} server`))).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/4 malformed/)).toBeVisible()
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  expect(tasks.filter((ms) => ms > LONGEST_TASK_MS)).toEqual([])
  close()
})

const CALL = { tool_name: 'terminal', tool_call_id: 'call-early' }
const OBSERVATION = {
  kind: 'ObservationEvent',
  source: 'environment',
  ...CALL,
  action_id: 'action-late',
  observation: { kind: 'TerminalObservation', content: [], command: 'ls', exit_code: 0 },
}
const ACTION = {
  kind: 'ActionEvent',
  source: 'agent',
  ...CALL,
  id: 'action-late',
  thought: [],
  action: { kind: 'TerminalAction', command: 'ls' },
  tool_call: { id: 'call-early', name: 'terminal', arguments: '{}', origin: 'completion' },
  llm_response_id: 'response-1',
}

/** Collects the page's long tasks (over 50 ms) from now on, as the browser itself reports them. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = []
    Object.assign(window, { longTasks })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longTasks.push(entry.duration)
    }).observe({ type: 'longtask' })
  })
}
