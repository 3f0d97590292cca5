import fc from 'fast-check'
import { expect } from 'vitest'
import { GROUPING_STRATEGIES } from '../../../shared/contract/index.ts'
import { type Any, type Bench, until } from './client.ts'
import { CONVERSATIONS, type Ledger, SANDBOXES } from './ledger.ts'

/** One thing that somebody does to a service. It checks what it is answered. */
export interface Operation {
  name: string
  run(ledger: Ledger): Promise<unknown>
}

/** The way of a start task (contract §3); steps may be skipped. */
const WAY = [
  ...['WORKING', 'WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'RUNNING_SETUP_SCRIPT', 'SETTING_UP_GIT_HOOKS'],
  ...['SETTING_UP_SKILLS', 'STARTING_CONVERSATION', 'READY', 'ERROR'],
]
const EXECUTION = ['idle', 'running', 'paused', 'finished', 'waiting_for_confirmation', 'error', 'stuck']
/** How a message is answered by the state of its sandbox (contract §10). */
const MESSAGE_STATUS: Record<string, number> = { RUNNING: 200, PAUSED: 409, STARTING: 409, MISSING: 410, ERROR: 503 }

const nth = fc.nat({ max: 20 })
const tags = fc.dictionary(fc.constantFrom('team', 'stage', 'n'), fc.constantFrom('', 'a', 'b', '😀'), { maxKeys: 3 })

/** One of the things there are, or undefined when there is none. */
async function pick(bench: Bench, path: string, n: number): Promise<Any> {
  const { items } = (await bench.app(`${path}/search`)).body
  return items[n % Math.max(items.length, 1)]
}

const onSandbox = (name: string, act: (ledger: Ledger, sandbox: Any) => Promise<unknown>) =>
  nth.map((n): Operation => {
    return {
      name: `${name} ${n}`,
      async run(ledger) {
        const sandbox = await pick(ledger.bench, SANDBOXES, n)
        if (sandbox !== undefined) await act(ledger, sandbox)
      },
    }
  })

/** `isAwake`: only when its agent server can be asked. */
const onConversation = (name: string, isAwake: boolean, act: (ledger: Ledger, record: Any) => Promise<unknown>) =>
  nth.map((n): Operation => {
    return {
      name: `${name} ${n}`,
      async run(ledger) {
        const record = await pick(ledger.bench, CONVERSATIONS, n)
        if (record !== undefined && (!isAwake || record.conversation_url !== null)) await act(ledger, record)
      },
    }
  })

/** Starts a conversation and follows its task to the end, whatever that is. */
export async function begin({ bench }: Ledger, request: object): Promise<void> {
  const { body } = await bench.app(CONVERSATIONS, 'POST', request)
  let at = WAY.indexOf(body.status)
  const end = await until(async () => {
    const [task] = (await bench.app(`${CONVERSATIONS}/start-tasks?ids=${body.id}`)).body
    const now = WAY.indexOf(task.status)
    // Never back, and nothing that has no name.
    expect(now).toBeGreaterThanOrEqual(at)
    at = now
    expect(task.app_conversation_id !== null).toBe(task.status === 'READY')
    expect(task.detail !== null).toBe(task.status === 'ERROR')
    return ['READY', 'ERROR'].includes(task.status) && task
  })
  if (end.status === 'READY') expect(end.sandbox_id).not.toBeNull()
}

/** Wakes a sandbox that sleeps: it has a new key, and none of the old ones opens it. */
async function resume(ledger: Ledger, { id, status }: Any): Promise<void> {
  const { bench } = ledger
  await bench.app(`${SANDBOXES}/${id}/resume`, 'POST')
  if (status !== 'PAUSED') return
  const now = await until(async () => {
    const [sandbox] = (await bench.app(`${SANDBOXES}?id=${id}`)).body
    return sandbox === null ? 'gone' : sandbox.status !== 'STARTING' && sandbox
  })
  if (now === 'gone' || now.status !== 'RUNNING') return
  expect(ledger.sawKey(id, now.session_api_key)).toBe(false)
}

async function writeTags(ledger: Ledger, record: Any, map: Record<string, string>): Promise<void> {
  const written = await ledger.bench.agent(record, '', 'PATCH', { tags: map }).catch(() => null)
  // Its sandbox may be gone since it was looked up.
  if (written === null || written.status !== 200) return
  ledger.wroteTags(record.id, map)
  const { body } = await ledger.bench.agent(record)
  expect(body.tags).toEqual(map)
}

async function sendMessage({ bench }: Ledger, record: Any, run: boolean): Promise<void> {
  const body = { content: [{ type: 'text', text: 'Go on, please.' }], run }
  const { status } = await bench.app(`${CONVERSATIONS}/${record.id}/send-message`, 'POST', body)
  const after = await bench.record(record.id)
  if (after?.sandbox_status === record.sandbox_status) expect(status).toBe(MESSAGE_STATUS[record.sandbox_status])
}

async function command({ bench }: Ledger, record: Any, path: string): Promise<void> {
  const answer = await bench.agent(record, path, 'POST').catch(() => null)
  const after = await bench.agent(record).catch(() => null)
  if (answer === null || after?.status !== 200) return
  expect([200, 409]).toContain(answer.status)
  expect(EXECUTION).toContain(after.body.execution_status)
}

/** A fork lives in the sandbox of its source, with tags of its own, and is heard of when it changes. */
async function fork(ledger: Ledger, record: Any, map: Record<string, string>): Promise<void> {
  const made = await ledger.bench.agent(record, '/fork', 'POST', { tags: map }).catch(() => null)
  if (made?.status !== 201) return
  const hex = made.body.id.replaceAll('-', '')
  const place = { ...record, conversation_url: record.conversation_url.replace(/[^/]+$/, hex), id: hex }
  ledger.wroteTags(hex, made.body.tags)
  await writeTags(ledger, place, map)
  const heard = await ledger.bench.record(hex)
  if (heard !== null) expect(heard.sandbox_id).toBe(record.sandbox_id)
}

async function deleteConversation(ledger: Ledger, record: Any): Promise<void> {
  await ledger.bench.app(`${CONVERSATIONS}/${record.id}`, 'DELETE')
  const { items } = (await ledger.bench.app(`${CONVERSATIONS}/search?include_sub_conversations=true`)).body
  expect(items.map((one: Any) => one.id)).not.toContain(record.id)
  ledger.deletedConversation(record, items)
}

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.constant<Operation>({ name: 'create', run: ({ bench }) => bench.app(SANDBOXES, 'POST') }),
  onSandbox('pause', ({ bench }, { id }) => bench.app(`${SANDBOXES}/${id}/pause`, 'POST')),
  onSandbox('resume', resume),
  onSandbox('delete', ({ bench }, { id }) => bench.app(`${SANDBOXES}/x?sandbox_id=${id}`, 'DELETE')),
  onSandbox('start in', (ledger, { id }) => begin(ledger, { sandbox_id: id })),
  fc.constant<Operation>({ name: 'start', run: (ledger) => begin(ledger, {}) }),
  fc.constantFrom(...GROUPING_STRATEGIES).map((strategy): Operation => {
    const body = { sandbox_grouping_strategy: strategy }
    return { name: strategy, run: ({ bench }) => bench.app('/api/v1/settings', 'POST', body) }
  }),
  onConversation('delete conversation', false, deleteConversation),
  tags.chain((map) => onConversation(`tag ${JSON.stringify(map)}`, true, (on, record) => writeTags(on, record, map))),
  tags.chain((map) => onConversation('fork', true, (on, record) => fork(on, record, map))),
  fc.boolean().chain((run) => onConversation('send', false, (on, record) => sendMessage(on, record, run))),
  fc
    .constantFrom('/run', '/pause', '/interrupt')
    .chain((path) => onConversation(path, true, (on, record) => command(on, record, path))),
)
