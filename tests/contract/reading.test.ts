import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appConversationSchema,
  conversationInfoSchema,
  eventEnvelopeSchema,
  eventPageSchema,
  readHttpError,
  readLenient,
  readStrict,
  sandboxSchema,
  sessionFrameSchema,
  startTaskSchema,
  wireEventSchema,
} from '../../shared/contract/index.ts'
import { jsonLines, sampleAnswers } from './samples.ts'

const SCHEMAS = {
  appConversationSchema,
  conversationInfoSchema,
  eventPageSchema,
  sandboxSchema,
  sessionFrameSchema,
  startTaskSchema,
  wireEventSchema,
}
const schema = fc.constantFrom(...Object.values(SCHEMAS))
/** Also what JSON.parse can make and an object literal cannot: an own `__proto__`. */
const anyJson = fc.oneof(
  fc.jsonValue(),
  fc.json().map((text) => JSON.parse(text)),
  fc.constantFrom('{"__proto__":{"kind":"PauseEvent"}}', '{"kind":"__proto__"}').map((text) => JSON.parse(text)),
)

const events = jsonLines('event-samples.jsonl').map(({ json }) => eventEnvelopeSchema.parse(json))
/** A sample event in which some fields hold anything at all, or new ones were added. */
const brokenEvent = fc
  .record({ event: fc.constantFrom(...events), spot: fc.nat(), value: anyJson, name: fc.string() })
  .map(({ event, spot, value, name }) => {
    const fields = [...Object.keys(event), name]
    return { ...event, [fields[spot % fields.length] ?? name]: value }
  })

describe('a lenient reading', () => {
  test('never throws and gives back any JSON as it came', () => {
    fc.assert(
      fc.property(schema, anyJson, (anySchema, value) => {
        const before = structuredClone(value)
        const reading = readLenient(anySchema, value)
        expect(reading.value).toBe(value)
        expect(value).toStrictEqual(before)
      }),
    )
  })

  test('loses nothing of a broken event, and reports exactly when a strict reading refuses', () => {
    fc.assert(
      fc.property(brokenEvent, (event) => {
        const before = structuredClone(event)
        const lenient = readLenient(wireEventSchema, event)
        const strict = readStrict(wireEventSchema, event)
        expect(lenient.value).toBe(event)
        expect(event).toStrictEqual(before)
        expect(strict.ok).toBe(lenient.deviations.length === 0)
        for (const { message } of lenient.deviations) expect(message).not.toBe('')
      }),
      { numRuns: 1000 },
    )
  })

  test('survives nesting of any depth', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const event = { ...events[0], key: 5, value: deep }
    const { deviations, usable } = readLenient(wireEventSchema, event)
    expect(deviations).toMatchObject([{ path: 'key', problem: 'wrong type' }])
    expect(Object.keys(usable ?? {})).toContain('value')
  })

  test('of a usable part is stable: reading it again changes nothing', () => {
    fc.assert(
      fc.property(brokenEvent, (event) => {
        const { usable } = readLenient(wireEventSchema, event)
        if (usable !== null) expect(readLenient(wireEventSchema, usable).usable).toStrictEqual(usable)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the usable part', () => {
  const record = sampleAnswers('PATCH /api/v1/app-conversations/{id}')[0]?.body
  const conversation = { ...appConversationSchema.parse(record) }

  test('keeps unknown fields and unknown values', () => {
    const newer = { ...conversation, sandbox_status: 'HIBERNATING', shiny: true }
    expect(readLenient(appConversationSchema, newer).usable).toStrictEqual(newer)
    expect(readLenient(appConversationSchema, newer).deviations).toMatchObject([
      { path: 'sandbox_status', problem: 'bad value' },
    ])
  })

  test('leaves out an optional field of a wrong type, and nothing else', () => {
    const { metrics: _, ...rest } = conversation
    expect(readLenient(appConversationSchema, { ...conversation, metrics: 'free' }).usable).toStrictEqual(rest)
  })

  test('leaves out a broken list element and keeps its neighbours', () => {
    const message = events.find(({ kind }) => kind === 'SystemPromptEvent')
    const tools = message?.tools
    const broken = { ...message, tools: [7, ...(Array.isArray(tools) ? tools : []), { kind: 'X' }] }
    expect(readLenient(wireEventSchema, broken).usable).toStrictEqual(message)
  })

  test('is null when a required field is missing', () => {
    const { sandbox_id: _, ...rest } = conversation
    expect(readLenient(appConversationSchema, rest).usable).toBeNull()
  })

  test('reads the id of a record under its older name', () => {
    const { id, ...rest } = conversation
    expect(readStrict(appConversationSchema, { ...rest, app_conversation_id: id }).ok).toBe(true)
    expect(readStrict(appConversationSchema, rest)).toMatchObject({ deviations: [{ path: 'id', problem: 'missing' }] })
  })
})

test('a deviation says where, in words, and never repeats a value', () => {
  const page = {
    items: [
      { ...events[0], source: 'sk-secret' },
      { kind: 'PauseEvent', id: 'x', timestamp: 5 },
    ],
  }
  expect(readLenient(eventPageSchema, page).deviations).toEqual([
    {
      path: 'items[0].source',
      problem: 'bad value',
      message: 'items[0].source is not one of agent, user, environment, hook',
    },
    { path: 'items[1].timestamp', problem: 'wrong type', message: 'items[1].timestamp should be string' },
  ])
})

test('an error answer of any text is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
      expect(readHttpError(status, null, body).message).toContain(String(status))
    }),
  )
})
