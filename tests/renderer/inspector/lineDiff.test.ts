import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '../../../renderer/features/inspector/lineDiff.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'))

test('old and new text can be read back from a diff', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const read = (left: string) => lines.filter(({ kind }) => kind !== left).map((line) => line.text)
      expect(read('added').join('\n')).toBe(before)
      expect(read('removed').join('\n')).toBe(after)
    }),
  )
})

test('only what changed is marked', () => {
  expect(diffLines('a\nb\nc\nd', 'a\nx\nc\nd').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added x',
    'same c',
    'same d',
  ])
})
