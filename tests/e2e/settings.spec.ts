import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test, WITH_PASSPHRASE } from './console.ts'

const VALUE = 'test-secret-canary-0123456789'
const TOKEN = 'glpat-test-canary-0123456789'
const MCP_KEY = 'test-mcp-canary-0123456789'
const CANARIES = [VALUE, TOKEN, MCP_KEY]

/** Every frame of the page's socket, with the way it went. */
function watchFrames(page: Page): { frames: string[]; logged: string[] } {
  const frames: string[] = []
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(`in ${payload}`))
    socket.on('framesent', ({ payload }) => frames.push(`out ${payload}`))
  })
  return { frames, logged }
}

test('a secret, a provider token and an MCP key that were typed are in the one frame that sends each, and nowhere else', async ({
  page,
  host,
  service,
  dataDir,
}) => {
  const { address, stderr, connect } = await host({ env: WITH_PASSPHRASE })
  const { rpc, close } = await connect()
  const { connection } = await rpc.connections.add({
    kind: 'app',
    name: 'service',
    baseUrl: service.url,
    key: service.key,
    orgId: null,
  })
  const conversation = await service.conversation(20)
  const { frames, logged } = watchFrames(page)
  await page.goto(address)
  await page.getByRole('radio', { name: 'service', exact: true }).click()
  await page.keyboard.press('g')
  await page.keyboard.press(',')

  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText('NPM_TOKEN')
  const form = page.getByRole('form', { name: 'Add a secret' })
  await form.getByLabel('Name').fill('DEPLOY_KEY')
  await form.getByLabel('Value').fill(VALUE)
  // Refused once, in words that repeat the value.
  await service.control('fail-next', {
    count: 1,
    failure: { status: 422, body: JSON.stringify(refusal(VALUE)) },
    pathHas: '/api/v1/secrets',
  })
  await form.getByRole('button', { name: 'Store secret' }).click()
  await expect(form.getByRole('alert')).toContainText('is not a good value')
  await service.control('heal')
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('DEPLOY_KEY is stored.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText('DEPLOY_KEY')

  await page.getByRole('button', { name: 'Add a provider…' }).click()
  await page.getByRole('menuitem', { name: 'GitLab' }).click()
  await page.getByLabel('Token of GitLab').fill(TOKEN)
  await page.getByRole('radio', { name: 'Send a new list' }).click()
  const servers = page.getByRole('list', { name: 'MCP servers' })
  await servers.getByLabel('Name').fill('search')
  await servers.getByLabel('Address').fill('https://mcp.example.test/mcp')
  await servers.getByLabel('API key').fill(MCP_KEY)
  await page.getByRole('button', { name: 'Review and send…' }).click()
  await page.getByRole('button', { name: 'Replace and send' }).click()
  await expect(page.getByText('The server stored the list.')).toBeVisible()

  // An agent that prints them does not bring them back.
  await service.control('append-event', {
    conversation,
    event: {
      kind: 'MessageEvent',
      source: 'agent',
      llm_message: { role: 'assistant', content: [{ type: 'text', text: `printed ${CANARIES.join(' ')} here` }] },
    },
  })
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/c/${connection.id}/${conversation}`)
  await expect(page.getByText(/printed \[redacted:\d+\] \[redacted:\d+\] \[redacted:\d+\] here/).first()).toBeVisible()

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  let heap = ''
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heap += chunk
  })
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const sends: Record<string, number> = { [VALUE]: 2, [TOKEN]: 1, [MCP_KEY]: 1 }
  for (const canary of CANARIES) {
    const holding = frames.filter((frame) => frame.includes(canary))
    expect(holding.every((frame) => frame.startsWith('out '))).toBe(true)
    expect(holding).toHaveLength(sends[canary] ?? 0)
    expect(heap.includes(canary), 'heap of the page').toBe(false)
    expect(storage.includes(canary), 'web storage').toBe(false)
    expect([...logged, stderr()].filter((text) => text.includes(canary))).toEqual([])
  }
  close()
  for (const { parentPath, name } of await filesOf(dataDir)) {
    const bytes = await readFile(join(parentPath, name))
    for (const canary of CANARIES) expect(bytes.includes(canary), `file ${name}`).toBe(false)
  }
})

/** A 422 that repeats what was sent, as FastAPI does. */
function refusal(input: string) {
  return {
    detail: [{ type: 'value_error', loc: ['body', 'value'], msg: `Value error, ${input} is not a good value`, input }],
  }
}

async function filesOf(folder: string) {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
}

test('placement, secrets and providers of the local service are changed by hand and stay changed', async ({
  page,
  host,
}) => {
  const { address } = await host()
  await page.goto(address)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Handrail local')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Liveness' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('Local · 00000000')).toBeVisible()

  await page.getByText('Group by newest').click()
  await page.getByRole('button', { name: 'Save placement…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Group by newest · now')).toBeVisible()

  await page.getByRole('button', { name: 'Change NPM_TOKEN' }).click()
  await page.getByRole('dialog').getByLabel('Description').fill('Publishes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText('Publishes')
  await page.getByRole('button', { name: 'Delete SENTRY_DSN' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete secret' }).click()
  await expect(page.getByRole('list', { name: 'Secrets' })).not.toContainText('SENTRY_DSN')

  await page.getByRole('button', { name: 'Remove all…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText('No git provider is set.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Group by newest · now')).toBeVisible()
  await expect(page.getByText('No git provider is set.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Secrets' }).getByRole('listitem')).toHaveCount(2)
})
