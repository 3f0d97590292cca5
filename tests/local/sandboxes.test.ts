import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Any, type Bench, expectInvalid, start, until } from './support/client.ts'
import { answerOf, cloud } from './support/schemas.ts'

const SANDBOXES = '/api/v1/sandboxes'

async function sandbox(bench: Bench, id: string): Promise<Any> {
  const [record] = (await bench.app(`${SANDBOXES}?id=${id}`)).body
  return record
}

async function statuses(bench: Bench): Promise<Record<string, string>> {
  const { items } = (await bench.app(`${SANDBOXES}/search`)).body
  return Object.fromEntries(items.map((one: Any) => [one.id, one.status]))
}

/** A new sandbox, once it runs. */
async function created(bench: Bench, query = ''): Promise<Any> {
  const { body } = await bench.app(`${SANDBOXES}${query}`, 'POST')
  return until(async () => {
    const now = await sandbox(bench, body.id)
    return now.status === 'RUNNING' && now
  })
}

async function started(bench: Bench, request: object = {}): Promise<Any> {
  const { body } = await bench.app('/api/v1/app-conversations', 'POST', request)
  return until(async () => {
    const [task] = (await bench.app(`/api/v1/app-conversations/start-tasks?ids=${body.id}`)).body
    return task.status === 'READY' && task
  })
}

test('a created sandbox starts, says what it is at, and runs with a key and its addresses', async () => {
  const bench = await start({ empty: true, speed: 20 })
  const { status, body } = await bench.app(SANDBOXES, 'POST')
  cloud(answerOf(SANDBOXES, 'post'))(body)
  expect([status, body.status, body.session_api_key, body.exposed_urls]).toEqual([200, 'STARTING', null, null])
  const details = new Set<string | null>()
  const record = await until(async () => {
    const now = await sandbox(bench, body.id)
    details.add(now.status_detail)
    return now.status === 'RUNNING' && now
  })
  expect(details).toContain('starting agent server')
  cloud(answerOf(SANDBOXES))([record])
  expect(record.exposed_urls.map((one: Any) => one.name)).toEqual(['AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2'])
  const editor = record.exposed_urls[1].url
  expect(new URL(editor).searchParams.get('tkn')).toBe(record.session_api_key)
  expect((await fetch(editor)).status).toBe(200)
  expect((await fetch(editor.replace(record.session_api_key, 'wrong'))).status).toBe(403)
})

test('search has pages, newest first; by id keeps the order and has null for the unknown', async () => {
  const bench = await start()
  const all = (await bench.app(`${SANDBOXES}/search`)).body
  cloud(answerOf(`${SANDBOXES}/search`))(all)
  const times = all.items.map((one: Any) => one.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  const first = (await bench.app(`${SANDBOXES}/search?limit=4`)).body
  const second = (await bench.app(`${SANDBOXES}/search?limit=4&page_id=${first.next_page_id}`)).body
  expect([...first.items, ...second.items].map((one: Any) => one.id)).toEqual(all.items.map((one: Any) => one.id))
  expect(second.next_page_id).toBeNull()
  const [newest, next] = all.items
  const { body } = await bench.app(`${SANDBOXES}?id=${next.id}&id=nobody&id=${newest.id}`)
  cloud(answerOf(SANDBOXES))(body)
  expect(body.map((one: Any) => one?.id ?? null)).toEqual([next.id, null, newest.id])
  expectInvalid(await bench.app(SANDBOXES), 'missing', ['query', 'id'])
  expectInvalid(await bench.app(`${SANDBOXES}/search?limit=101`), 'less_than_equal', ['query', 'limit'])
  const many = Array.from({ length: 101 }, (_, i) => `id=${i}`).join('&')
  expect((await bench.app(`${SANDBOXES}?${many}`)).status).toBe(400)
})

test('a pause kills the key, and each resume brings another', async () => {
  // Slow enough to be seen between the two.
  const bench = await start({ empty: true, speed: 5 })
  const before = await created(bench)
  const change = async (verb: string) => {
    const { status, body } = await bench.app(`${SANDBOXES}/${before.id}/${verb}`, 'POST')
    cloud(answerOf(`${SANDBOXES}/{sandbox_id}/${verb}`, 'post'))(body)
    return status
  }
  expect(await change('pause')).toBe(200)
  const asleep = await sandbox(bench, before.id)
  expect(asleep).toMatchObject({ status: 'PAUSED', session_api_key: null, exposed_urls: null })
  expect(await change('resume')).toBe(200)
  expect((await sandbox(bench, before.id)).session_api_key).toBeNull()
  const after = await until(async () => {
    const now = await sandbox(bench, before.id)
    return now.status === 'RUNNING' && now
  })
  expect(after.session_api_key).not.toBe(before.session_api_key)
  const [agent] = after.exposed_urls
  const ask = (key: string) => fetch(`${agent.url}/server_info`, { headers: { 'x-session-api-key': key } })
  expect((await ask(after.session_api_key)).status).toBe(200)
})

test('a sandbox that was paused while it started stays paused', async () => {
  const bench = await start({ empty: true, speed: 20 })
  const { body } = await bench.app(SANDBOXES, 'POST')
  await bench.app(`${SANDBOXES}/${body.id}/pause`, 'POST')
  const other = await created(bench)
  expect(await statuses(bench)).toEqual({ [body.id]: 'PAUSED', [other.id]: 'RUNNING' })
})

test('unknown sandboxes and those that cannot start are 404', async () => {
  const bench = await start()
  for (const verb of ['pause', 'resume']) {
    const answer = await bench.app(`${SANDBOXES}/nobody/${verb}`, 'POST')
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Not Found' }])
  }
  const { items } = (await bench.app(`${SANDBOXES}/search`)).body
  const broken = items.find((one: Any) => one.status === 'ERROR')
  expect((await bench.app(`${SANDBOXES}/${broken.id}/resume`, 'POST')).status).toBe(404)
})

test('a start can end in ERROR with a reason', async () => {
  const bench = await start({ empty: true })
  bench.service.control.failNextStart('no node fits')
  const { body } = await bench.app(SANDBOXES, 'POST')
  const record = await until(async () => {
    const now = await sandbox(bench, body.id)
    return now.status === 'ERROR' && now
  })
  expect(record.status_detail).toBe('no node fits')
})

test('deletion wants its query, ignores its path, and leaves the conversations without a sandbox', async () => {
  const bench = await start({ speed: 1 })
  const { id, sandbox_id } = await bench.titled('Write e2e for checkout')
  expectInvalid(await bench.app(`${SANDBOXES}/${sandbox_id}`, 'DELETE'), 'missing', ['query', 'sandbox_id'])
  expect((await bench.app(`${SANDBOXES}/${sandbox_id}?sandbox_id=nobody`, 'DELETE')).status).toBe(404)
  const { status, body } = await bench.app(`${SANDBOXES}/anything?sandbox_id=${sandbox_id}`, 'DELETE')
  expect(status).toBe(200)
  cloud(answerOf(`${SANDBOXES}/{id}`, 'delete'))(body)
  expect(await sandbox(bench, sandbox_id)).toBeNull()
  expect(await bench.record(id)).toMatchObject({ sandbox_status: 'MISSING', session_api_key: null, sandbox_id })
  expect((await bench.app(`${SANDBOXES}/x?sandbox_id=${sandbox_id}`, 'DELETE')).status).toBe(404)
})

test('a runtime that gives no answer shows MISSING, refuses to delete with 503, and comes back as it was', async () => {
  const bench = await start({ empty: true })
  const { id } = await created(bench)
  bench.service.control.loseSandbox(id)
  expect(await sandbox(bench, id)).toMatchObject({ status: 'MISSING', session_api_key: null, exposed_urls: null })
  expect((await bench.app(`${SANDBOXES}/${id}?sandbox_id=${id}`, 'DELETE')).status).toBe(503)
  expect((await bench.app(`${SANDBOXES}/${id}/pause`, 'POST')).status).toBe(404)
  bench.service.control.loseSandbox(id, false)
  expect((await sandbox(bench, id)).status).toBe('RUNNING')
})

test('starting or resuming pauses the oldest that are beyond the limit', async () => {
  const bench = await start({ empty: true, runningLimit: 2 })
  const [one, two] = [await created(bench), await created(bench)]
  const three = await created(bench)
  expect(await statuses(bench)).toEqual({ [one.id]: 'PAUSED', [two.id]: 'RUNNING', [three.id]: 'RUNNING' })
  await bench.app(`${SANDBOXES}/${one.id}/resume`, 'POST')
  expect((await statuses(bench))[two.id]).toBe('PAUSED')
  bench.service.control.setRunningLimit(1)
  const { sandbox_id } = await started(bench)
  const awake = Object.entries(await statuses(bench)).filter(([, status]) => status !== 'PAUSED')
  expect(awake).toEqual([[sandbox_id, 'RUNNING']])
})

test('specs are listed and had by id, and a sandbox is made of the one asked for', async () => {
  const bench = await start({ empty: true })
  const page = (await bench.app('/api/v1/sandbox-specs/search?limit=2')).body
  cloud(answerOf('/api/v1/sandbox-specs/search'))(page)
  const last = (await bench.app(`/api/v1/sandbox-specs/search?limit=2&page_id=${page.next_page_id}`)).body
  const [spec] = last.items
  const { body } = await bench.app(`/api/v1/sandbox-specs?id=nothing&id=${spec.id}`)
  cloud(answerOf('/api/v1/sandbox-specs'))(body)
  expect(body).toEqual([null, spec])
  expectInvalid(await bench.app('/api/v1/sandbox-specs'), 'missing', ['query', 'id'])
  const made = await created(bench, `?sandbox_spec_id=${encodeURIComponent(spec.id)}`)
  expect(made.sandbox_spec_id).toBe(spec.id)
  const unknown = await bench.app(`${SANDBOXES}?sandbox_spec_id=nothing`, 'POST')
  expect([unknown.status, unknown.body]).toEqual([500, 'Internal Server Error'])
})

test.each([
  ['GROUP_BY_NEWEST', 'newest'],
  ['LEAST_RECENTLY_USED', 'oldest'],
  ['FEWEST_CONVERSATIONS', 'newest'],
  ['ADD_TO_ANY', 'oldest'],
  ['NO_GROUPING', 'another'],
])('%s places the next conversation in the %s running sandbox', async (strategy, which) => {
  const bench = await start({ empty: true })
  const asleep = await created(bench)
  const [oldest, newest] = [await created(bench), await created(bench)]
  await bench.app(`${SANDBOXES}/${asleep.id}/pause`, 'POST')
  await started(bench, { sandbox_id: oldest.id })
  await bench.app('/api/v1/settings', 'POST', { sandbox_grouping_strategy: strategy })
  const task = await started(bench)
  const known: Record<string, string> = { [oldest.id]: 'oldest', [newest.id]: 'newest', [asleep.id]: 'asleep' }
  expect(known[task.sandbox_id] ?? 'another').toBe(which)
})

test('a sandbox with twenty conversations takes no more by itself, but still when it is named', async () => {
  const bench = await start({ empty: true })
  const full = await created(bench)
  for (let n = 0; n < 20; n += 1) await bench.service.control.addConversation({ events: 1, sandboxId: full.id })
  await bench.app('/api/v1/settings', 'POST', { sandbox_grouping_strategy: 'ADD_TO_ANY' })
  expect((await started(bench)).sandbox_id).not.toBe(full.id)
  expect((await started(bench, { sandbox_id: full.id })).sandbox_id).toBe(full.id)
})

test('under any grouping a conversation works in a folder of its own, in a named sandbox too', async () => {
  const bench = await start({ empty: true })
  const place = await created(bench)
  const folderOf = async (request: object) => {
    const { app_conversation_id } = await started(bench, { sandbox_id: place.id, ...request })
    const record = await bench.record(app_conversation_id)
    const { body } = await bench.agent(record)
    return [app_conversation_id, body.workspace.working_dir]
  }
  expect((await folderOf({}))[1]).toBe('/workspace/project')
  await bench.app('/api/v1/settings', 'POST', { sandbox_grouping_strategy: 'FEWEST_CONVERSATIONS' })
  const [id, folder] = await folderOf({ selected_repository: 'acme/shop' })
  expect(folder).toBe(`/workspace/project/${id}/shop`)
})

test('a start in a paused sandbox resumes it', async () => {
  const bench = await start({ empty: true })
  const place = await created(bench)
  await bench.app(`${SANDBOXES}/${place.id}/pause`, 'POST')
  const task = await started(bench, { sandbox_id: place.id })
  expect(task.sandbox_id).toBe(place.id)
  expect((await sandbox(bench, place.id)).status).toBe('RUNNING')
})

test('what was created, paused and deleted is so after a restart', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'handrail-local-'))
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }))
  const first = await start({ dataFolder })
  const spec = 'ghcr.io/openhands/agent-server:1.34.0-python'
  const made = await created(first, `?sandbox_spec_id=${encodeURIComponent(spec)}`)
  const gone = (await first.titled('Write e2e for checkout')).sandbox_id
  const asleep = (await first.titled('Fix flaky login test')).sandbox_id
  await first.app(`${SANDBOXES}/x?sandbox_id=${gone}`, 'DELETE')
  await first.app(`${SANDBOXES}/${asleep}/pause`, 'POST')
  await first.service.close()
  const second = await start({ dataFolder })
  expect(await sandbox(second, gone)).toBeNull()
  expect((await sandbox(second, asleep)).status).toBe('PAUSED')
  expect(await sandbox(second, made.id)).toMatchObject({ status: 'RUNNING', sandbox_spec_id: spec })
})

test('the last conversation of a sandbox takes it along a moment later; others keep theirs', async () => {
  const bench = await start({ empty: true, speed: 20 })
  const [one, two] = [await created(bench), await created(bench)]
  const inside = async (id: string) => bench.service.control.addConversation({ events: 3, sandboxId: id })
  const [first, second] = [await inside(one.id), await inside(one.id)]
  const other = await inside(two.id)
  const remove = async (id: string) => (await bench.app(`/api/v1/app-conversations/${id}`, 'DELETE')).status
  expect([await remove(first), await remove(other)]).toEqual([200, 200])
  expect(await sandbox(bench, two.id)).not.toBeNull()
  await until(async () => (await sandbox(bench, two.id)) === null)
  expect((await sandbox(bench, one.id)).status).toBe('RUNNING')
  expect(await remove(second)).toBe(200)
  await until(async () => (await sandbox(bench, one.id)) === null)
  const events = await bench.app(`/api/v1/conversation/${second}/events/search`)
  expect(events.body.items).toHaveLength(3)
})
