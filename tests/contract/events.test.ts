import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  EVENT_KINDS,
  eventEnvelopeSchema,
  readLenient,
  readStrict,
  wireEventSchema,
} from '../../shared/contract/index.ts'
import { jsonLines, recorded } from './samples.ts'

const ofFile = (file: string) => jsonLines(file).map(({ at, json }) => [at, json] as const)

describe.each(['event-samples.jsonl', 'event-samples-agent-wire.jsonl'])('%s', (file) => {
  test.each(ofFile(file))('%s is read strictly, unchanged', (_at, event) => {
    expect(readStrict(wireEventSchema, event)).toStrictEqual({ ok: true, value: event })
  })
})

test('the samples hold every kind of the published schema', () => {
  const kinds = jsonLines('event-samples.jsonl').map(({ json }) => eventEnvelopeSchema.parse(json).kind)
  expect(EVENT_KINDS.filter((kind) => !kinds.includes(kind))).toEqual(['SecurityAnalysisEvent'])
})

test('every event that real servers stored conforms, and nothing of it is lost', () => {
  for (const { at, json } of recorded('events')) {
    const before = structuredClone(json)
    const reading = readLenient(wireEventSchema, json)
    expect(reading.deviations, at).toEqual([])
    expect(reading.value, at).toBe(json)
    expect(json, at).toStrictEqual(before)
    expect(reading.usable, at).toStrictEqual(before)
  }
})

const EXPECTED_ODDITIES: Record<string, string> = {
  'unknown event kind': 'kind: unknown kind',
  'unknown observation kind': 'observation.kind: unknown kind',
  'unknown execution status value': 'value: bad value',
  'unknown hook type and unknown rejection source': 'rejection_source: bad value',
  'unknown security risk': 'security_risk: bad value',
}

const toleranceLine = z.object({ note: z.string(), event: z.unknown() })
const tolerance = jsonLines('event-samples-tolerance.jsonl').map(({ json }) => toleranceLine.parse(json))

describe('odd events', () => {
  test.each(tolerance.map(({ note, event }) => [note, event] as const))('%s: kept and reported', (note, event) => {
    const before = structuredClone(event)
    const { value, deviations } = readLenient(wireEventSchema, event)
    expect(value).toBe(event)
    expect(event).toStrictEqual(before)
    const expected = EXPECTED_ODDITIES[note]
    expect(deviations.map(({ path, problem }) => `${path}: ${problem}`)).toEqual(
      expected === undefined ? [] : [expected],
    )
  })

  test('any event with an id and a time can be placed, whatever its kind', () => {
    for (const { event } of tolerance) expect(readLenient(eventEnvelopeSchema, event).usable).not.toBeNull()
  })

  test('an unknown run state stays readable', () => {
    const update = tolerance.find(({ note }) => note === 'unknown execution status value')?.event
    expect(readLenient(wireEventSchema, update).usable).toMatchObject({ key: 'execution_status', value: 'hibernating' })
  })

  test('an odd payload does not hide its event', () => {
    const observation = tolerance.find(({ note }) => note === 'unknown observation kind')?.event
    expect(readLenient(wireEventSchema, observation).usable).toStrictEqual(observation)
  })

  test('a state value of a wrong type is named', () => {
    const update = { kind: 'ConversationStateUpdateEvent', id: 'a', timestamp: '2026-08-24T09:30:07', key: 'tags' }
    expect(readLenient(wireEventSchema, { ...update, value: { a: 5 } }).deviations).toEqual([
      { path: 'value.a', problem: 'wrong type', message: 'value.a should be string' },
    ])
  })
})
