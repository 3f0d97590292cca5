import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  closeWords,
  eventFrameSchema,
  readLenient,
  readStrict,
  sessionFrameSchema,
} from '../../shared/contract/index.ts'
import { recorded } from './samples.ts'

const line = z.looseObject({ frame: z.looseObject({ type: z.string().optional() }) })
const frames = recorded('ws').flatMap(({ at, json }) => {
  const frame = line.safeParse(json).data?.frame
  return frame === undefined ? [] : [{ at, frame }]
})
const ofSession = frames.filter(({ frame }) => frame.type !== undefined)
const ofEvents = frames.filter(({ frame }) => frame.type === undefined)

test('every frame that real servers sent conforms, and nothing of it is lost', () => {
  expect(ofSession.length).toBeGreaterThan(50)
  expect(ofEvents.length).toBeGreaterThan(700)
  for (const { at, frame } of [...ofSession, ...ofEvents]) {
    const schema = frame.type === undefined ? eventFrameSchema : sessionFrameSchema
    const reading = readLenient(schema, frame)
    expect(reading.deviations, at).toEqual([])
    expect(reading.usable, at).toStrictEqual(frame)
  }
})

test('an aborted item and an unknown frame are told apart', () => {
  expect(readStrict(sessionFrameSchema, { type: 'item_aborted', item_id: 'a', why: 'x' }).ok).toBe(true)
  expect(readLenient(sessionFrameSchema, { type: 'resync' }).deviations).toMatchObject([
    { path: 'type', problem: 'unknown kind' },
  ])
})

describe('a close code', () => {
  test.each([
    [4001, 'key'],
    [4004, 'conversation'],
    [1013, 'too many'],
  ])('%i is explained', (code, word) => {
    expect(closeWords(code, 'reason')).toContain(word)
  })

  test('that is not in the contract is shown with the reason of the server', () => {
    expect(closeWords(4999, 'tired')).toContain('tired')
    expect(closeWords(4999, '')).toContain('4999')
  })
})
