import { describe, expect, test } from 'vitest'
import {
  eventText,
  holdsTerm,
  isWireObject,
  listAt,
  objectAt,
  parseSearchQuery,
  snippetOf,
  textAt,
  type WireObject,
  wordsOf,
} from '../../../shared/domain/index.ts'
import { contentText } from '../../../shared/domain/rows/line.ts'
import { jsonLines, recorded } from '../../contract/samples.ts'

const SAMPLES = ['event-samples.jsonl', 'event-samples-agent-wire.jsonl', 'event-samples-tolerance.jsonl']
const events = [...SAMPLES.flatMap(jsonLines), ...recorded('events')].flatMap(({ at, json }) =>
  isWireObject(json) ? [{ at, event: json }] : [],
)

/** What a person reads of an event and must be able to find. */
function readTexts(event: WireObject): string[] {
  const [action, observation] = [objectAt(event, 'action'), objectAt(event, 'observation')]
  const texts = [
    contentText(objectAt(event, 'llm_message')?.content),
    contentText(event.thought),
    contentText(observation?.content),
    ...listAt(observation ?? {}, 'matches'),
    ...['command', 'path', 'file_path', 'message', 'url', 'pattern', 'patch'].map((key) => action?.[key]),
    ...['error', 'detail', 'rejection_reason', 'title', 'hook_command', 'stdout'].map((key) => event[key]),
    ...(event.kind === 'Condensation' ? [event.summary] : []),
  ]
  return texts.filter((text) => typeof text === 'string')
}

const ESCAPE = '\u001b'
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;?]*[A-Za-z]`, 'g')
const words = (text: string) => [...wordsOf(text)].map(({ folded }) => folded)

describe('what can be found of an event', () => {
  test('is all that a person reads of it, in every sample and recording', () => {
    const kinds = new Set<string>()
    for (const { at, event } of events) {
      const kind = textAt(event, 'kind') ?? ''
      if (kind === 'LLMCompletionLogEvent' || kind === 'StreamingDeltaEvent') continue
      const found = new Set(words(eventText(event)))
      for (const text of readTexts(event)) {
        // Colours of a terminal are no words.
        const plain = text.slice(0, 10_000).replaceAll(COLOURS, '')
        expect({ at, missing: words(plain).filter((word) => !found.has(word)) }).toEqual({ at, missing: [] })
        if (text !== '') kinds.add(kind)
      }
    }
    expect(kinds.size).toBeGreaterThan(8)
  })

  test('is neither ids nor names of the wire, and never long', () => {
    for (const { event } of events) {
      const text = eventText(event)
      expect(text.length).toBeLessThanOrEqual(65_536)
      for (const key of ['id', 'timestamp', 'parent_id', 'llm_response_id']) {
        const value = textAt(event, key)
        if (value !== null && value.length > 12) expect(text).not.toContain(value)
      }
      expect(text).not.toContain('encrypted_content')
    }
  })

  test('ends after 65,536 characters, and holds no picture', () => {
    const content = [
      { type: 'text', text: 'x '.repeat(100_000) },
      { type: 'image', image_urls: ['data:image/png;base64,AAAA'] },
    ]
    const text = eventText({ kind: 'MessageEvent', llm_message: { role: 'user', content } })
    expect(text).toHaveLength(65_536)
    expect(text).not.toContain('AAAA')
  })

  test('of a kind that nobody knows is whatever text it has', () => {
    expect(eventText({ kind: 'NewEvent', id: 'abc', deep: [{ note: 'hello' }], count: 3 })).toBe('hello')
  })

  test('has no colours of a terminal in its words', () => {
    const text = eventText({ kind: 'AgentErrorEvent', error: '\u001b[31mred\u001b[0m \u001b]0;title\u0007after' })
    expect(text).toBe('red after')
  })
})

describe('a query', () => {
  test.each([
    ['', { state: 'empty' }],
    ['two words', { state: 'ready', terms: [{ words: ['two'] }, { words: ['words'] }] }],
    ['"in a row" beg*', { state: 'ready', terms: [{ words: ['in', 'a', 'row'] }, { words: ['beg'], isPrefix: true }] }],
    ['src/main.ts', { state: 'ready', terms: [{ words: ['src', 'main', 'ts'] }] }],
    ['npm test -- -t', { state: 'ready', terms: [{ words: ['npm'] }, { words: ['test'] }, { words: ['t'] }] }],
    ['is:error', { state: 'ready', terms: [], filter: [{ field: 'is', isNot: false, values: ['error'] }] }],
    [
      'login -tool:terminal "kind:x y" TypeError: z',
      {
        state: 'ready',
        terms: [{ words: ['login'] }, { words: ['kind', 'x', 'y'] }, { words: ['typeerror'] }, { words: ['z'] }],
        filter: [{ field: 'tool', isNot: true, values: ['terminal'] }],
      },
    ],
    ['login risk:scary', { state: 'wrong', problem: expect.stringContaining('scary') }],
    ['"open', { state: 'wrong', problem: expect.stringContaining('not closed') }],
    ['--', { state: 'wrong', problem: expect.stringContaining('neither a letter nor a digit') }],
    ['a*', { state: 'wrong', problem: expect.stringContaining('too short') }],
    ['a*b', { state: 'wrong', problem: expect.stringContaining('star') }],
  ])('%s', (text, query) => {
    expect(parseSearchQuery(text)).toMatchObject(query)
  })
})

describe('a snippet', () => {
  const terms = (text: string) => {
    const query = parseSearchQuery(text)
    return query.state === 'ready' ? query.terms : []
  }

  test('shows the first place with what was found marked, on one line', () => {
    const text = `${'long ago '.repeat(200)}\n\n the  login\ttest failed ${'and so on '.repeat(200)}`
    const { text: shown, marks } = snippetOf(text, terms('"login test"'))
    expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(['login test'])
    expect(shown).toContain('the login test failed')
    expect(shown).toMatch(/^….*…$/)
    expect(shown.length).toBeLessThan(400)
  })

  test('marks every place of every word, also of long ones', () => {
    const long = 'k'.repeat(100)
    const { text, marks } = snippetOf(`${long} and Straße, STRASSE`, terms(`${long} straße`))
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual([long, 'Straße'])
  })

  test('tells the fields of an event apart', () => {
    const action = { kind: 'TerminalAction', command: 'npm test' }
    const text = eventText({ kind: 'ActionEvent', summary: 'Run it', action, tool_name: 'terminal' })
    expect(snippetOf(text, terms('npm'))).toEqual({ text: 'Run it · npm test · terminal', marks: [[9, 12]] })
  })

  test('is the beginning when nothing was found in the text', () => {
    expect(snippetOf('hello there', terms('zebra'))).toEqual({ text: 'hello there', marks: [] })
    expect(terms('there').every((term) => holdsTerm('hello there', term))).toBe(true)
  })
})
