import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEventTime } from '../../../shared/domain/index.ts'

test.each([
  ['2026-08-24T09:30:06.000001', 1787563806000001],
  ['2026-08-24T09:30:06.000001Z', 1787563806000001],
  ['2026-08-24T11:30:06.000001+02:00', 1787563806000001],
  ['2026-08-24T05:00:06.000001-0430', 1787563806000001],
  ['2026-08-24T09:30:07', 1787563807000000],
  ['2026-08-24 09:30:07.5', 1787563807500000],
  ['2026-08-24T09:30:07.123456789', 1787563807123456],
])('%s is read to the microsecond, without a zone as UTC', (text, micros) => {
  expect(parseEventTime(text)).toBe(micros)
})

test.each([
  null,
  undefined,
  5,
  '',
  'yesterday',
  '2026-13-01T00:00:00',
  '2026-02-30T00:00:00',
  '2026-08-24T25:00:00',
  '2026-08-24',
])('%s is no time', (text) => {
  expect(parseEventTime(text)).toBe(null)
})

test('every moment that Python writes is read back exactly', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.nat(999),
      (date, micros) => {
        const text = `${date.toISOString().slice(0, 23)}${String(micros).padStart(3, '0')}`
        expect(parseEventTime(text)).toBe(date.getTime() * 1000 + micros)
      },
    ),
  )
})
