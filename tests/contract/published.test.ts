import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ACTION_KINDS,
  actionSchema,
  EVENT_KINDS,
  OBSERVATION_KINDS,
  observationSchema,
  readLenient,
  wireEventSchema,
} from '../../shared/contract/index.ts'

const fieldsSchema = z.record(z.string(), z.enum(['required', 'optional', 'nullable', 'anything']))
const published = z
  .record(z.enum(['event', 'action', 'observation']), z.record(z.string(), fieldsSchema))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../data/contract/published-fields.json'), 'utf8')))

test('the kinds are those of the published schemas', () => {
  expect([...EVENT_KINDS].toSorted()).toEqual(Object.keys(published.event).toSorted())
  expect(ACTION_KINDS.toSorted()).toEqual(Object.keys(published.action).toSorted())
  expect(OBSERVATION_KINDS.toSorted()).toEqual(Object.keys(published.observation).toSorted())
})

const FAMILIES = { event: wireEventSchema, action: actionSchema, observation: observationSchema }
/** No server leaves these out, and nothing can be done with an event that has none. */
const ALWAYS_THERE = ['id', 'timestamp']

const kinds = (['event', 'action', 'observation'] as const).flatMap((family) =>
  Object.entries(published[family]).map(([kind, fields]) => [kind, FAMILIES[family], fields] as const),
)

test.each(kinds)('%s has the published fields', (kind, schema, fields) => {
  const named = (word: string) => Object.keys(fields).filter((field) => fields[field] === word)

  const bare = readLenient(schema, { kind }).deviations.filter(({ problem }) => problem === 'missing')
  const required = Object.keys(fields).filter((field) => fields[field] === 'required' || ALWAYS_THERE.includes(field))
  expect(bare.map(({ path }) => path).toSorted()).toEqual(required.toSorted())

  const nulls = Object.fromEntries(Object.keys(fields).map((field) => [field, null]))
  const { deviations } = readLenient(schema, { kind, ...nulls })
  expect(deviations.every(({ problem }) => problem === 'wrong type')).toBe(true)
  expect(deviations.map(({ path }) => path).toSorted()).toEqual([...named('required'), ...named('optional')].toSorted())
})
