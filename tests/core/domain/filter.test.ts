import { expect, test } from 'vitest'
import { completionsAt, formatFilter, parseFilter } from '../../../shared/domain/index.ts'

const HOUR = 3_600_000
const yes = { isNot: false }

test.each([
  ['', []],
  ['   ', []],
  ['tool:terminal,file_editor', [{ field: 'tool', ...yes, values: ['terminal', 'file_editor'] }]],
  ['-source:environment', [{ field: 'source', isNot: true, values: ['environment'] }]],
  ['IS:Error', [{ field: 'is', ...yes, values: ['error'] }]],
  ['risk:>=medium', [{ field: 'risk', ...yes, values: [{ relation: '>=', risk: 'medium' }] }]],
  ['risk:HIGH', [{ field: 'risk', ...yes, values: [{ relation: '=', risk: 'high' }] }]],
  ['text:"two words"', [{ field: 'text', ...yes, values: ['two words'] }]],
  [
    'flaky -"fixed timer"',
    [
      { field: 'text', ...yes, values: ['flaky'] },
      { field: 'text', isNot: true, values: ['fixed timer'] },
    ],
  ],
  [String.raw`path:"a \"b\" \\ c"`, [{ field: 'path', ...yes, values: [String.raw`a "b" \ c`] }]],
  ['after:2026-08-24', [{ field: 'after', ...yes, values: [{ from: 'epoch', ms: Date.UTC(2026, 7, 24) }] }]],
  [
    'before:2026-08-24T11:30+02:00',
    [{ field: 'before', ...yes, values: [{ from: 'epoch', ms: Date.UTC(2026, 7, 24, 9, 30) }] }],
  ],
  ['after:-2h', [{ field: 'after', ...yes, values: [{ from: 'now', ms: 2 * HOUR }] }]],
  ['after:10m', [{ field: 'after', ...yes, values: [{ from: 'start', ms: 600_000 }] }]],
  ['cost:>$0.05', [{ field: 'cost', ...yes, values: [{ relation: '>', usd: 0.05 }] }]],
  [
    'duration:<500ms,>1m30s',
    [
      {
        field: 'duration',
        ...yes,
        values: [
          { relation: '<', ms: 500 },
          { relation: '>', ms: 90_000 },
        ],
      },
    ],
  ],
  [
    'tag:team=web,urgent',
    [
      {
        field: 'tag',
        ...yes,
        values: [
          { key: 'team', value: 'web' },
          { key: 'urgent', value: null },
        ],
      },
    ],
  ],
])('%s', (text, filter) => {
  expect(parseFilter(text)).toEqual({ filter })
})

test.each([
  ['tool:terminal colour:red', 'colour', /There is no colour: here/],
  ['is:broken', 'broken', /“broken” is not something that an event can be: error, rejected/],
  ['tool:', 'tool:', /tool: needs a value, as in tool:terminal/],
  ['tool:a,', 'tool:a,', /A value is missing beside the comma/],
  ['text:"open', '"open', /not closed/],
  ['risk:>=big', '>=big', /is not a risk/],
  ['after:yesterday', 'yesterday', /is not a time/],
  ['after:2026-02-30', '2026-02-30', /is not a time/],
  ['cost:0.05', '0.05', /is not a cost, as in >0.05/],
  ['duration:>5', '>5', /is not a duration/],
  ['tag:=web', '=web', /is not a tag/],
  ['text:"->"', '"->"', /it needs a letter or a digit/],
  ['a - b', '-', /A minus needs something/],
])('%s is explained where it is wrong', (text, part, message) => {
  const read = parseFilter(text)
  if (!('problem' in read)) throw new Error('it was read')
  expect(text.slice(read.problem.from, read.problem.to)).toBe(part)
  expect(read.problem.message).toMatch(message)
})

test('what is typed loosely is written one way', () => {
  const tidy = (text: string) => {
    const read = parseFilter(text)
    return 'filter' in read ? formatFilter(read.filter) : read.problem.message
  }
  expect(tidy('  flaky   TOOL:"terminal" after:2026-08-24T00:00Z')).toBe('text:flaky tool:terminal after:2026-08-24')
  expect(tidy('before:2026-08-24T09:30:00.5 duration:>90s')).toBe('before:2026-08-24T09:30:00.500Z duration:>1m30s')
})

const words = {
  kinds: ['ActionEvent', 'MessageEvent'],
  sources: ['agent', 'user'],
  tools: ['file_editor', 'terminal', 'web search'],
  tags: ['team', 'team=web'],
}
/** What the text becomes with each completion at the `|`. */
function completed(marked: string): string[] {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, items } = completionsAt(text, cursor, words)
  return items.map((item) => text.slice(0, from) + item.text + text.slice(to))
}

test('completions follow what is typed', () => {
  expect(completed('|')).toContain('tool:')
  expect(completed('to|')).toEqual(['tool:'])
  expect(completed('is:error -ti|')).toEqual([])
  expect(completed('is:error -to|')).toEqual(['is:error -tool:'])
  expect(completed('tool:|')).toEqual(['tool:file_editor', 'tool:terminal', 'tool:"web search"'])
  expect(completed('tool:ed|')).toEqual(['tool:file_editor'])
  expect(completed('tool:terminal,fi|')).toEqual(['tool:terminal,file_editor'])
  expect(completed('tool:te|rm is:error')).toEqual(['tool:terminal is:error'])
  expect(completed('tool:"web s|')).toEqual(['tool:"web search"'])
  expect(completed('risk:>|')).toEqual(['risk:>=medium'])
  expect(completed('tag:te|')).toEqual(['tag:team', 'tag:team=web'])
  expect(completed('kind:message|')).toEqual(['kind:MessageEvent'])
  expect(completed('nothing:|')).toEqual([])
  expect(completed('is:error |')).toContain('is:error tool:')
})
