import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonLines } from '../../../renderer/features/inspector/jsonLines.ts'

const value = fc.jsonValue({ maxDepth: 4 })

test('JSON is laid out as JSON.stringify does', () => {
  fc.assert(
    fc.property(
      value,
      (one) => void expect(new JsonLines().push(JSON.stringify(one))).toBe(JSON.stringify(one, null, 2)),
    ),
  )
})

test('it does not matter where a part ends', () => {
  fc.assert(
    fc.property(value, fc.array(fc.nat(40)), (one, cuts) => {
      const text = JSON.stringify(one)
      const lines = new JsonLines()
      let at = 0
      let out = ''
      for (const cut of cuts) {
        out += lines.push(text.slice(at, at + cut))
        at += cut
      }
      expect(out + lines.push(text.slice(at))).toBe(JSON.stringify(one, null, 2))
    }),
  )
})

test('a very long string is broken, and nothing of it is lost', () => {
  const long = 'x'.repeat(30_000)
  const out = new JsonLines().push(JSON.stringify({ long }))
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(5000)
  expect(out.replaceAll('\n', '')).toContain(long)
})

test('text that is not JSON comes out, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(new JsonLines().push(text).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
  )
})
