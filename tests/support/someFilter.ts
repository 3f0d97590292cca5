import fc from 'fast-check'
import { type Filter, type FilterTerm, LANES, MARKS, phraseOf, RISKS } from '../../shared/domain/index.ts'

const DAY_MS = 86_400_000
const LAST_MS = 7_258_118_400_000

const word = fc.oneof(
  fc.constantFrom('terminal', 'a b', '"', '\\', 'a"b', ',', 'C:\\x', '-x', 'kind:', ' ', '>=', '“”', 'a\u00a0b'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
)
const relation = fc.constantFrom('>', '>=', '<', '<=', '=')
const ms = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 1e13 }))
const moment = fc.oneof(
  fc.record({ from: fc.constant('epoch'), ms: fc.integer({ min: 0, max: LAST_MS }) }),
  fc.record({ from: fc.constant('epoch'), ms: fc.integer({ min: 0, max: 40_000 }).map((day) => day * DAY_MS) }),
  fc.record({ from: fc.constantFrom('now', 'start'), ms }),
)
const tag = fc.record({
  key: word.filter((key) => !key.includes('=')),
  value: fc.option(fc.oneof(fc.constant(''), word)),
})

const VALUES = {
  kind: word,
  source: word,
  tool: word,
  text: word.filter((text) => phraseOf(text) !== null),
  path: word,
  lane: fc.constantFrom(...LANES),
  is: fc.constantFrom(...MARKS),
  risk: fc.record({ relation, risk: fc.constantFrom(...RISKS) }),
  after: moment,
  before: moment,
  cost: fc.record({ relation, usd: fc.double({ min: 0, max: 1e9, noNaN: true }).map((usd) => usd + 0) }),
  duration: fc.record({ relation, ms }),
  tag,
}

/** Every filter that can be, or only terms of some fields. */
export function someFilter(
  fields: readonly FilterTerm['field'][] = Object.keys(VALUES) as FilterTerm['field'][],
): fc.Arbitrary<Filter> {
  const term = fc.constantFrom(...fields).chain((field) =>
    fc.record({
      field: fc.constant(field),
      isNot: fc.boolean(),
      values: fc.array<unknown>(VALUES[field], { minLength: 1, maxLength: 3 }),
    }),
  )
  // `VALUES` has a fitting generator for each field.
  return fc.array(term, { maxLength: 4 }) as fc.Arbitrary<Filter>
}
