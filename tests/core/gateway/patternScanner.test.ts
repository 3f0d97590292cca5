import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPatternScanner } from '../../../electron/core/gateway/redaction/patternScanner.ts'

/** Which characters of `text` belong to an occurrence of any pattern, found the slow way. */
function covered(text: string, patterns: string[]): boolean[] {
  const marks = Array<boolean>(text.length).fill(false)
  for (const pattern of patterns) {
    for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1))
      marks.fill(true, at, at + pattern.length)
  }
  return marks
}

test('every occurrence is found, also overlapping, repeated and at the edges', () => {
  // Few letters, so that near misses and overlaps are the rule. \u0161 and a share a bucket of the table.
  const letters = fc.constantFrom('a', 'b', '\u0161')
  const pattern = fc.string({ unit: letters, minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 6 }), fc.string({ unit: letters, maxLength: 200 }), (patterns, text) => {
      const marks = Array<boolean>(text.length).fill(false)
      let last = 0
      for (const { start, end } of createPatternScanner(patterns)(text) ?? []) {
        expect(start).toBeGreaterThanOrEqual(last)
        marks.fill(true, start, end)
        last = end
      }
      expect(marks).toEqual(covered(text, patterns))
    }),
    { numRuns: 2_000 },
  )
})
