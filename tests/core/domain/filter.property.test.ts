import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completionsAt, filterSchema, formatFilter, parseFilter } from '../../../shared/domain/index.ts'
import { someFilter } from '../../support/someFilter.ts'

const WORDS = { kinds: ['ActionEvent', 'MessageEvent'], sources: ['user'], tools: ['terminal'], tags: ['team=web'] }

test('a filter that is written down and read again is the same filter', () => {
  fc.assert(
    fc.property(someFilter(), (filter) => {
      expect(filterSchema.parse(filter)).toEqual(filter)
      expect(parseFilter(formatFilter(filter))).toEqual({ filter })
    }),
    { numRuns: 2_000 },
  )
})

const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('kind:', 'risk:', 'after:', '-', ',', '"', ' ', '>=', '2h', 'a', '\\', '=', 'medium', 'x:'))
    .map((parts) => parts.join('')),
)

test('whatever is typed is either a filter or a problem with a place in the text', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const read = parseFilter(text)
      if ('filter' in read) {
        expect(parseFilter(formatFilter(read.filter))).toEqual(read)
        return
      }
      const { from, to, message } = read.problem
      expect(from).toBeLessThan(to)
      expect(to).toBeLessThanOrEqual(text.length)
      expect(message).not.toBe('')
    }),
    { numRuns: 2_000 },
  )
})

test('completions replace a part of the text at the cursor, wherever it is', () => {
  fc.assert(
    fc.property(typed, fc.nat(), (text, place) => {
      const cursor = place % (text.length + 1)
      const { from, to, items } = completionsAt(text, cursor, WORDS)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(from).toBeLessThanOrEqual(cursor)
      expect(to).toBeGreaterThanOrEqual(cursor)
      expect(to).toBeLessThanOrEqual(text.length)
      expect(new Set(items.map((item) => item.text)).size).toBe(items.length)
    }),
    { numRuns: 2_000 },
  )
})
