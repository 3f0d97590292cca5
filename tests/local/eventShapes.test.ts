import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Any, start } from './support/client.ts'
import { agent, cloud } from './support/schemas.ts'

const recorded = join(import.meta.dirname, '../data/contract/recorded/agent-1.58.0')

/** What an event of a kind looks like: the order of its fields, and of its action's and observation's. */
function shapeName(event: Any): string {
  return [event.kind, event.key, event.action?.kind, event.observation?.kind].filter(Boolean).join(' ')
}

function recordedFields(): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>()
  for (const file of readdirSync(recorded).filter((name) => name.endsWith('.events.jsonl'))) {
    for (const line of readFileSync(join(recorded, file), 'utf8').trim().split('\n')) {
      const event = JSON.parse(line)
      const known = fields.get(shapeName(event)) ?? new Set()
      for (const field of namesOf(event)) known.add(field)
      fields.set(shapeName(event), known)
    }
  }
  return fields
}

function namesOf(event: Any): string[] {
  const inner = ['action', 'observation', 'llm_message', 'tool_call'].flatMap((part) =>
    Object.keys(event[part] ?? {}).map((name) => `${part}.${name}`),
  )
  return [...Object.keys(event), ...inner]
}

test('every seeded event fits the published schemas, in the form of each server', async () => {
  const bench = await start({ speed: 1 })
  const checkAgent = agent('/components/schemas/Event')
  const checkApp = cloud('/components/schemas/Event-Output')
  for (const record of await bench.fleet()) {
    for (const order of ['TIMESTAMP', 'TIMESTAMP_DESC']) {
      if (record.conversation_url !== null) {
        for (const event of (await bench.agent(record, `/events/search?sort_order=${order}`)).body.items)
          checkAgent(event)
      }
      const { body } = await bench.app(`/api/v1/conversation/${record.id}/events/search?sort_order=${order}`)
      // The cloud's schema is older than agent server 1.58 and does not know this kind.
      for (const event of body.items) if (event.kind !== 'SecurityAnalysisEvent') checkApp(event)
    }
  }
})

test('events have the fields that real servers were seen to send, and no others', async () => {
  const bench = await start({ speed: 1 })
  const seen = recordedFields()
  let compared = 0
  for (const record of await bench.fleet()) {
    if (record.conversation_url === null) continue
    for (const event of (await bench.agent(record, '/events/search')).body.items) {
      const known = seen.get(shapeName(event))
      if (known === undefined) continue
      compared += 1
      const more = namesOf(event).filter((name) => !known.has(name))
      // Recorded runs had no dynamic context, no image and no kept output folder.
      expect(more.filter((name) => name !== 'dynamic_context' && name !== 'reasoning_content')).toEqual([])
      expect(Object.keys(event).slice(0, 3)).toEqual(['id', 'timestamp', 'source'])
      expect(Object.keys(event).at(-1)).toBe('kind')
    }
  }
  expect(compared).toBeGreaterThan(500)
})

test('the log has time inversions around hooks; live order and log order are one', async () => {
  const bench = await start({ speed: 1 })
  const record = await bench.titled('Fix flaky login test')
  const { items } = (await bench.agent(record, '/events/search')).body
  const backwards = items.filter((event: Any, i: number) => i > 0 && event.timestamp < items[i - 1].timestamp)
  expect(backwards.map((event: Any) => event.kind)).toContain('ObservationEvent')
  expect(backwards.every((event: Any) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/.test(event.timestamp))).toBe(true)
})

test('servers of the older version send no parent ids', async () => {
  const bench = await start({ speed: 1, dialect: '1.34' })
  const record = await bench.titled('Fix flaky login test')
  const { items } = (await bench.agent(record, '/events/search')).body
  expect(items.every((event: Any) => !('parent_id' in event))).toBe(true)
})
