import { expect, test } from 'vitest'
import { type Any, expectInvalid, start, until } from './support/client.ts'
import { answerOf, cloud } from './support/schemas.ts'

const STARTS = '/api/v1/app-conversations'
const SEARCH = `${STARTS}/start-tasks/search`
const hello = { role: 'user', content: [{ type: 'text', text: 'Hello' }], run: false }

async function ended(bench: Awaited<ReturnType<typeof start>>, request: object): Promise<Any> {
  const { status, body } = await bench.app(STARTS, 'POST', request)
  expect(status).toBe(200)
  return until(async () => {
    const [task] = (await bench.app(`${STARTS}/start-tasks?ids=${body.id}`)).body
    return ['READY', 'ERROR'].includes(task.status) && task
  })
}

test('every field of a start request is taken and given back, secrets masked', async () => {
  const bench = await start({ empty: true })
  const request = {
    initial_message: hello,
    title: 'T',
    selected_repository: 'acme/shop',
    selected_branch: 'next',
    git_provider: 'gitlab',
    llm_model: 'm',
    agent_profile_id: 'p',
    conversation_id: '00000000-0000-4000-8000-000000000001',
    agent_type: 'plan',
    system_message_suffix: 'Be brief.',
    trigger: 'gui',
    pr_number: [12],
    public: true,
    secrets: { DEPLOY_KEY: 'test-secret-value' },
    plugins: [{ source: 'github:acme/tools', parameters: { retries: 2 } }],
    observability_span_name: 'ci/run',
    observability_tags: ['nightly'],
    observability_metadata: { team: 'web', ratios: [0.5, 1.5] },
  }
  const task = await ended(bench, request)
  cloud(answerOf(`${STARTS}/start-tasks`))([task])
  expect(task).toMatchObject({ status: 'READY', request: { ...request, secrets: { DEPLOY_KEY: '**********' } } })
  const record = await bench.record(task.app_conversation_id)
  expect(record).toMatchObject({
    id: '00000000000040008000000000000001',
    title: 'T',
    selected_branch: 'next',
    git_provider: 'gitlab',
    trigger: 'gui',
    public: true,
  })
})

const refused: [request: object, named: string][] = [
  [{ secrets: { llm_api_key: 'x' } }, 'llm_api_key'],
  [{ secrets: { OPENVSCODE_SERVER_ROOT: 'x' } }, 'OPENVSCODE_SERVER_ROOT'],
  [{ secrets: { BIG: 'é'.repeat(32_769) } }, 'BIG'],
  [{ secrets: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`S${n}`, 'x'])) }, 'at most 50'],
  [{ observability_span_name: 'a b' }, 'a b'],
  [{ observability_metadata: { mixed: [1, 2.5] } }, 'mixed'],
  [{ observability_tags: [''] }, 'non-empty'],
]

test('what breaks the rules of secrets and observability is taken, and ends the start in ERROR', async () => {
  const bench = await start({ empty: true })
  for (const [request, named] of refused) {
    expect(await ended(bench, request)).toMatchObject({ status: 'ERROR', detail: expect.stringContaining(named) })
  }
})

const ill: [request: object, type: string, ...loc: (string | number)[]][] = [
  [{ title: 5 }, 'string_type', 'title'],
  [{ public: 'perhaps' }, 'bool_type', 'public'],
  [{ git_provider: 'sourceforge' }, 'enum', 'git_provider'],
  [{ trigger: 'luck' }, 'enum', 'trigger'],
  [{ agent_type: null }, 'enum', 'agent_type'],
  [{ conversation_id: 'mine' }, 'uuid_parsing', 'conversation_id'],
  [{ parent_conversation_id: 7 }, 'uuid_type', 'parent_conversation_id'],
  [{ pr_number: ['12'] }, 'int_type', 'pr_number', 0],
  [{ secrets: { KEY: 5 } }, 'string_type', 'secrets', 'KEY'],
  [{ secrets: ['KEY'] }, 'dict_type', 'secrets'],
  [{ plugins: [{ ref: 'main' }] }, 'missing', 'plugins', 0, 'source'],
  [{ plugins: {} }, 'list_type', 'plugins'],
  [{ suggested_task: { git_provider: 'github' } }, 'missing', 'suggested_task', 'task_type'],
  [{ observability_metadata: { nothing: null } }, 'string_type', 'observability_metadata', 'nothing', 'str'],
  [{ observability_tags: [1] }, 'string_type', 'observability_tags', 0],
  [{ initial_message: 'Hello' }, 'model_attributes_type', 'initial_message'],
  [{ initial_message: { role: 'boss' } }, 'enum', 'initial_message', 'role'],
  [{ initial_message: { content: [{ type: 'text' }] } }, 'missing', 'initial_message', 'content', 0, 'text'],
  [{ initial_message: { content: [{ type: 'image' }] } }, 'missing', 'initial_message', 'content', 0, 'image_urls'],
  [{ initial_message: { content: [{ type: 'film' }] } }, 'literal_error', 'initial_message', 'content', 0, 'type'],
]

test('a field of another type is refused with 422 at its place, and nothing is started', async () => {
  const bench = await start({ empty: true })
  for (const [request, type, ...loc] of ill) {
    expectInvalid(await bench.app(STARTS, 'POST', request), type, ['body', ...loc])
  }
  expect((await bench.app(`${STARTS}/start-tasks/count`)).body).toBe(0)
})

test('a conversation inherits sandbox, repository, branch, provider and model from its parent', async () => {
  const bench = await start({ empty: true })
  const parent = await ended(bench, { selected_repository: 'acme/shop', selected_branch: 'next', llm_model: 'm' })
  const child = await ended(bench, { initial_message: hello, parent_conversation_id: parent.app_conversation_id })
  expect(child.sandbox_id).toBe(parent.sandbox_id)
  expect(await bench.record(child.app_conversation_id)).toMatchObject({
    parent_conversation_id: parent.app_conversation_id,
    selected_repository: 'acme/shop',
    selected_branch: 'next',
    llm_model: 'm',
  })
})

test('start tasks are found again, newest first, by page and by conversation', async () => {
  const bench = await start({ empty: true })
  const first = await ended(bench, { title: 'one' })
  const second = await ended(bench, { title: 'two' })
  const page = (await bench.app(`${SEARCH}?limit=1`)).body
  cloud(answerOf(SEARCH))(page)
  expect(page).toMatchObject({ items: [{ id: second.id }], next_page_id: '1' })
  const rest = (await bench.app(`${SEARCH}?limit=1&page_id=${page.next_page_id}`)).body
  expect(rest).toMatchObject({ items: [{ id: first.id }], next_page_id: null })
  const oldestFirst = (await bench.app(`${SEARCH}?sort_order=CREATED_AT`)).body.items
  expect(oldestFirst.map((task: Any) => task.id)).toEqual([first.id, second.id])
  const filter = `conversation_id__eq=${first.app_conversation_id}`
  expect((await bench.app(`${SEARCH}?${filter}`)).body.items).toHaveLength(1)
  expect((await bench.app(`${STARTS}/start-tasks/count?${filter}`)).body).toBe(1)
  expect(await bench.app(`${SEARCH}?sort_order=SIDEWAYS`)).toMatchObject({ status: 422 })
})
