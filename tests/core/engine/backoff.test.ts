import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from '../../../electron/core/engine/backoff.ts'
import { Drafts } from '../../../electron/core/engine/drafts.ts'
import { nextPageIdOf } from '../../../electron/core/engine/nextPageId.ts'

test('reconnects wait from about 1 s to at most 30 s, never less than half of that', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const ms = backoffMs(attempt, () => random)
      const whole = Math.min(30_000, 1_000 * 2 ** (attempt - 1))
      expect(ms).toBeGreaterThanOrEqual(whole / 2)
      expect(ms).toBeLessThanOrEqual(whole)
    }),
  )
})

test('the next page is known from the end of a page, whatever the events hold', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.option(fc.uuid()), (items, next) => {
      expect(nextPageIdOf(JSON.stringify({ items, next_page_id: next }))).toBe(next)
    }),
  )
  expect(nextPageIdOf('{"next_page_id":"a","items":[]}')).toBeUndefined()
})

test('what is being streamed goes when its event arrives, and not before', () => {
  const drafts = new Drafts()
  drafts.apply({ type: 'delta', itemId: 'a', kind: 'text', text: 'Hel' })
  drafts.apply({ type: 'delta', itemId: 'a', kind: 'text', text: 'lo' })
  drafts.apply({ type: 'delta', itemId: 'b', kind: 'reasoning', text: 'hm' })
  expect(drafts.list()).toEqual([
    { itemId: 'a', kind: 'text', text: 'Hello' },
    { itemId: 'b', kind: 'reasoning', text: 'hm' },
  ])
  expect(drafts.apply({ type: 'durable', eventId: 'other', kind: 'ObservationEvent' })).toBe(false)
  expect(drafts.apply({ type: 'durable', eventId: 'a', kind: 'MessageEvent' })).toBe(true)
  expect(drafts.apply({ type: 'item_aborted', itemId: 'b' })).toBe(true)
  expect(drafts.list()).toEqual([])
})
