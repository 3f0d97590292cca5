import { beforeEach, describe, expect, test } from 'vitest'
import { type Any, type Bench, expectInvalid, start } from './support/client.ts'
import { answerOf, cloud, propertiesOf } from './support/schemas.ts'

const SEARCH = '/api/shared-events/search'
const UNKNOWN = '0'.repeat(32)

let bench: Bench
let record: Any

/** Asks as everybody can: without any key. On a fresh connection: a server drops the one on which it failed. */
async function ask(path: string): Promise<{ status: number; body: Any; type: string }> {
  const response = await fetch(bench.service.url + path, { headers: { connection: 'close' } })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, body: type.includes('json') ? JSON.parse(text) : text, type }
}

async function walk(query = ''): Promise<{ pages: number[]; events: Any[] }> {
  const pages: number[] = []
  const events: Any[] = []
  let pageId: string | null = null
  do {
    const page = await ask(
      `${SEARCH}?conversation_id=${record.id}${query}${pageId === null ? '' : `&page_id=${pageId}`}`,
    )
    cloud(answerOf(SEARCH))(page.body)
    pages.push(page.body.items.length)
    events.push(...page.body.items)
    pageId = page.body.next_page_id
  } while (pageId !== null)
  return { pages, events }
}

/** What the owner sees of it. */
async function owned(): Promise<Any[]> {
  const path = `/api/v1/conversation/${record.id}/events/search`
  const events: Any[] = []
  let pageId: string | null = null
  do {
    const { body }: { body: Any } = await bench.app(`${path}${pageId === null ? '' : `?page_id=${pageId}`}`)
    events.push(...body.items)
    pageId = body.next_page_id
  } while (pageId !== null)
  return events
}

const isStateUpdate = (event: Any) => event.kind === 'ConversationStateUpdateEvent'
const idsOf = (events: Any[]) => events.map(({ id }) => id)

beforeEach(async () => {
  bench = await start({ empty: true })
  record = await bench.generated(400)
  for (const key of ['title', 'agent_status', 'stats']) {
    bench.service.control.appendEvent(record.id, {
      kind: 'ConversationStateUpdateEvent',
      source: 'environment',
      key,
      value: {},
    })
  }
})

describe('a private conversation looks as one that never was', () => {
  test('empty page, count 0, null events and null record, all with status 200', async () => {
    const [{ id: eventId }] = await owned()
    for (const id of [record.id, UNKNOWN]) {
      expect(await ask(`${SEARCH}?conversation_id=${id}`)).toMatchObject({
        status: 200,
        body: { items: [], next_page_id: null },
      })
      expect(await ask(`/api/shared-events/count?conversation_id=${id}`)).toMatchObject({ status: 200, body: 0 })
      expect(await ask(`/api/shared-events?conversation_id=${id}&id=${eventId}`)).toMatchObject({
        status: 200,
        body: [null],
      })
      expect(await ask(`/api/shared-events/${id}/${eventId}`)).toMatchObject({ status: 200, body: null })
      expect(await ask(`/api/shared-conversations?ids=${id}`)).toMatchObject({ status: 200, body: [null] })
    }
  })

  test('also again, once sharing is stopped', async () => {
    await share(true)
    expect((await ask(`${SEARCH}?conversation_id=${record.id}`)).body.items).not.toEqual([])
    await share(false)
    expect((await ask(`${SEARCH}?conversation_id=${record.id}`)).body.items).toEqual([])
  })
})

describe('a shared conversation', () => {
  beforeEach(() => share(true))

  test('shows everybody all events but state updates, in full pages', async () => {
    const all = await owned()
    const viewable = all.filter((event) => !isStateUpdate(event))
    expect(viewable.length).toBeLessThan(all.length)
    const { pages, events } = await walk('&limit=100')
    expect(events).toEqual(viewable)
    expect(pages.slice(0, -1)).toEqual([100, 100])
    expect(idsOf((await walk('&sort_order=TIMESTAMP_DESC&limit=7')).events)).toEqual(idsOf(viewable).reverse())
    expect((await ask(`/api/shared-events/count?conversation_id=${record.id}`)).body).toBe(all.length)
  })

  test('is narrowed by kind and time; state updates can be asked for and never come', async () => {
    const all = (await owned()).filter((event) => !isStateUpdate(event))
    const from = all[40].timestamp
    const before = all[90].timestamp
    const within = all.filter(({ timestamp }) => timestamp >= from && timestamp < before)
    const range = `&timestamp__gte=${from}&timestamp__lt=${before}`
    expect(idsOf((await walk(range)).events)).toEqual(idsOf(within))
    const actions = within.filter(({ kind }) => kind === 'ActionEvent')
    expect(actions.length).toBeGreaterThan(0)
    expect(idsOf((await walk(`${range}&kind__eq=ActionEvent`)).events)).toEqual(idsOf(actions))
    expect((await walk('&kind__eq=ConversationStateUpdateEvent')).events).toEqual([])
    const count = `/api/shared-events/count?conversation_id=${record.id}${range}&kind__eq=ActionEvent`
    expect((await ask(count)).body).toBe(actions.length)
  })

  test('gives events by id in request order, null for unknown ones and for state updates', async () => {
    const all = await owned()
    const [first, second] = all.filter((event) => !isStateUpdate(event))
    const update = all.find(isStateUpdate)
    const path = `/api/shared-events?conversation_id=${record.id}&id=${second.id}&id=${UNKNOWN}&id=${update.id}&id=${first.id}`
    const { body } = await ask(path)
    expect(body).toEqual([second, null, null, first])
    cloud(answerOf('/api/shared-events'))(body)
    const one = await ask(`/api/shared-events/${record.id}/${first.id}`)
    expect(one.body).toEqual(first)
    cloud(answerOf('/api/shared-events/{conversation_id}/{event_id}'))(one.body)
    expect((await ask(`/api/shared-events/${record.id}/${update.id}`)).body).toBeNull()
  })

  test('has a record that says nothing of state, address, key, tags or trigger', async () => {
    const { body } = await ask(`/api/shared-conversations?ids=${UNKNOWN}&ids=${record.id}`)
    cloud(answerOf('/api/shared-conversations'))(body)
    expect(body[0]).toBeNull()
    expect(body[1]).toMatchObject({ id: record.id, title: record.title, sandbox_id: record.sandbox_id })
    expect(Object.keys(body[1]).sort()).toEqual(propertiesOf('SharedConversation').sort())
  })
})

test('bad parameters are refused as FastAPI refuses them, and a malformed id ends as plain-text 500', async () => {
  const path = `${SEARCH}?conversation_id=${record.id}`
  const invalid = async (url: string) => ({ ...(await ask(url)), headers: new Headers() })
  expectInvalid(await invalid(SEARCH), 'missing', ['query', 'conversation_id'])
  expectInvalid(await invalid(`${path}&limit=0`), 'greater_than', ['query', 'limit'])
  expectInvalid(await invalid(`${path}&limit=101`), 'less_than_equal', ['query', 'limit'])
  expectInvalid(await invalid(`${path}&kind__eq=NoSuchEvent`), 'enum', ['query', 'kind__eq'])
  expectInvalid(await invalid(`${path}&sort_order=UP`), 'enum', ['query', 'sort_order'])
  expectInvalid(await invalid(`${path}&timestamp__gte=soon`), 'datetime_from_date_parsing', ['query', 'timestamp__gte'])
  expectInvalid(await invalid(`/api/shared-events?conversation_id=${record.id}`), 'missing', ['query', 'id'])
  expectInvalid(await invalid('/api/shared-conversations'), 'missing', ['query', 'ids'])
  cloud('/components/schemas/HTTPValidationError')((await ask(SEARCH)).body)
  for (const url of [
    `${SEARCH}?conversation_id=zzz`,
    '/api/shared-events/count?conversation_id=zzz',
    '/api/shared-events?conversation_id=zzz&id=a',
    '/api/shared-events/zzz/a',
    '/api/shared-conversations?ids=zzz',
    `${path}&page_id=abc`,
  ]) {
    expect(await ask(url)).toMatchObject({ status: 500, body: 'Internal Server Error' })
  }
})

async function share(isPublic: boolean): Promise<void> {
  const { status } = await bench.app(`/api/v1/app-conversations/${record.id}`, 'PATCH', { public: isPublic })
  expect(status).toBe(200)
}
