import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GROUPING_STRATEGIES } from '../../shared/contract/index.ts'
import { type Any, type Bench, start, until } from './support/client.ts'

const LIMIT = 3
const SANDBOXES = '/api/v1/sandboxes'
const CONVERSATIONS = '/api/v1/app-conversations'

interface Operation {
  name: string
  run(bench: Bench): Promise<unknown>
}

const nth = fc.nat({ max: 20 })

/** One of the things there are, or undefined when there is none. */
async function pick(bench: Bench, path: string, n: number): Promise<Any> {
  const { items } = (await bench.app(`${path}/search`)).body
  return items[n % Math.max(items.length, 1)]
}

function onSandbox(name: string, act: (bench: Bench, id: string) => Promise<unknown>) {
  return nth.map((n): Operation => {
    return {
      name: `${name} ${n}`,
      async run(bench) {
        const sandbox = await pick(bench, SANDBOXES, n)
        if (sandbox !== undefined) await act(bench, sandbox.id)
      },
    }
  })
}

/** Starts a conversation and waits for the end of its task, whatever that is. */
async function begin(bench: Bench, request: object): Promise<void> {
  const { body } = await bench.app(CONVERSATIONS, 'POST', request)
  await until(async () => {
    const [task] = (await bench.app(`${CONVERSATIONS}/start-tasks?ids=${body.id}`)).body
    return ['READY', 'ERROR'].includes(task.status)
  })
}

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.constant<Operation>({ name: 'create', run: (bench) => bench.app(SANDBOXES, 'POST') }),
  onSandbox('pause', (bench, id) => bench.app(`${SANDBOXES}/${id}/pause`, 'POST')),
  onSandbox('resume', (bench, id) => bench.app(`${SANDBOXES}/${id}/resume`, 'POST')),
  onSandbox('delete', (bench, id) => bench.app(`${SANDBOXES}/x?sandbox_id=${id}`, 'DELETE')),
  onSandbox('start in', (bench, sandbox_id) => begin(bench, { sandbox_id })),
  fc.constant<Operation>({ name: 'start', run: (bench) => begin(bench, {}) }),
  fc.constantFrom(...GROUPING_STRATEGIES).map((strategy): Operation => {
    const body = { sandbox_grouping_strategy: strategy }
    return { name: strategy, run: (bench) => bench.app('/api/v1/settings', 'POST', body) }
  }),
  nth.map((n): Operation => {
    return {
      name: `delete conversation ${n}`,
      async run(bench) {
        const conversation = await pick(bench, CONVERSATIONS, n)
        if (conversation !== undefined) await bench.app(`${CONVERSATIONS}/${conversation.id}`, 'DELETE')
      },
    }
  }),
)

/** Both lists as of one moment: read again until nothing moved in between. */
async function look(bench: Bench): Promise<{ sandboxes: Any[]; conversations: Any[] }> {
  for (;;) {
    const before = (await bench.app(`${SANDBOXES}/search`)).body
    const conversations = (await bench.app(`${CONVERSATIONS}/search`)).body.items
    const after = (await bench.app(`${SANDBOXES}/search`)).body
    if (JSON.stringify(before) === JSON.stringify(after)) return { sandboxes: after.items, conversations }
  }
}

function check({ sandboxes, conversations }: { sandboxes: Any[]; conversations: Any[] }, keys: Set<string>): void {
  const awake = sandboxes.filter(({ status }) => status === 'RUNNING' || status === 'STARTING')
  expect(awake.length).toBeLessThanOrEqual(LIMIT)
  const running = sandboxes.filter(({ status }) => status === 'RUNNING')
  expect(new Set(running.map((one) => one.session_api_key)).size).toBe(running.length)
  for (const one of sandboxes) {
    expect(one.session_api_key !== null).toBe(one.status === 'RUNNING')
    expect(one.exposed_urls !== null).toBe(one.status === 'RUNNING')
    if (one.session_api_key !== null) keys.add(`${one.id} ${one.session_api_key}`)
  }
  for (const one of conversations) {
    const sandbox = sandboxes.find(({ id }) => id === one.sandbox_id)
    expect(one.sandbox_status).toBe(sandbox?.status ?? 'MISSING')
    expect(one.session_api_key).toBe(sandbox?.session_api_key ?? null)
    expect(one.execution_status !== null).toBe(one.sandbox_status === 'RUNNING')
    expect(one.conversation_url !== null).toBe(one.sandbox_status === 'RUNNING')
  }
}

test('whatever is done, sandboxes and conversations share one fate, one key, and a limit', async () => {
  const property = fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 16 }), async (operations) => {
    const bench = await start({ empty: true, runningLimit: LIMIT, speed: 500 })
    const keys = new Set<string>()
    for (const { run } of operations) {
      await run(bench)
      check(await look(bench), keys)
    }
    // No key ever opens two sandboxes.
    expect(new Set([...keys].map((pair) => pair.split(' ')[1])).size).toBe(keys.size)
    await bench.service.close()
  })
  await fc.assert(property, { numRuns: 30 })
})
