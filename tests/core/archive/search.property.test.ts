import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { durable, message, openHere, page, uuid } from './support.ts'

const REFS: ConversationRef[] = ['c1', 'c2'].map((connectionId) => ({ connectionId, conversationId: 'a'.repeat(32) }))
const EVENTS = 40
/** Turns out to be secret in some runs. */
const NEEDLE = 'topsecretvalue'

const word = fc.constantFrom(
  'alpha',
  'Alpha',
  'alphabet',
  'beta',
  'ärger',
  'Ärger',
  'o',
  '42',
  'foo_bar',
  'src/a.ts',
  NEEDLE,
)
const gap = fc.constantFrom(' ', '\n', ', ', ' — ', '\u00a0')
const text = fc.array(fc.tuple(word, gap), { maxLength: 8 }).map((parts) => parts.flat().join(''))
const term = fc.oneof(
  word,
  fc.constantFrom('al*', 'alph*', '"alpha beta"', '"beta al"*', '"42 o"', 'foo', '"foo bar"', 'ÄRG*', 'redacted'),
)
const query = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '))

const side = fc.nat(1)
const n = fc.nat(EVENTS - 1)
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ way: fc.constant('live' as const), side, n, text }) },
  {
    weight: 4,
    arbitrary: fc.record({
      way: fc.constant('pages' as const),
      side,
      n: fc.nat(10),
      texts: fc.array(text, { minLength: 32, maxLength: 36 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ way: fc.constant('seal' as const), side }) },
  { weight: 2, arbitrary: fc.record({ way: fc.constantFrom('restart' as const, 'rescan' as const) }) },
  { weight: 1, arbitrary: fc.record({ way: fc.constant('forget' as const), side }) },
  { weight: 6, arbitrary: fc.record({ way: fc.constant('ask' as const), query }) },
)

/** Words as they are compared, without the help of the code under test. */
function plainWords(of: string): string[] {
  return of
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((one) => one !== '')
}

function holds(of: string, asked: string): boolean {
  const words = plainWords(of)
  return [...asked.matchAll(/"[^"]*"\*?|\S+/g)].every(([part]) => {
    const wanted = plainWords(part)
    const last = wanted.length - 1
    return words.some((_, at) =>
      wanted.every((one, step) =>
        step === last && part.endsWith('*') ? words[at + step]?.startsWith(one) : words[at + step] === one,
      ),
    )
  })
}

function event(at: number, said: string) {
  return message(at, { llm_message: { role: 'user', content: [{ type: 'text', text: said }] } })
}

test('a search finds what reading everything that is stored finds, whatever happened before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.array(query, { minLength: 4, maxLength: 4 }),
      async (steps, last) => {
        let here = openHere()
        const stored = REFS.map(() => new Map<string, string>())
        const ask = async (asked: string) => {
          for (const wanted of [null, ...REFS]) {
            const request = { query: asked, conversation: wanted, order: 'newest' as const, offset: 0, limit: 100 }
            const { hits, total } = await here.archive.search(request)
            const found = hits.map((hit) => `${hit.conversation.connectionId} ${hit.eventId}`)
            const expected = REFS.flatMap((ref, at) =>
              wanted !== null && wanted !== ref
                ? []
                : [...(stored[at] ?? [])]
                    .filter(([, of]) => holds(of, asked))
                    .map(([id]) => `${ref.connectionId} ${id}`),
            )
            expect(found.sort()).toEqual(expected.sort())
            expect(total).toBe(expected.length)
            for (const { snippet } of hits) expect(snippet.marks.length).toBeGreaterThan(0)
          }
        }
        for (const one of steps) {
          const ref = REFS['side' in one ? one.side : 0] ?? { connectionId: '', conversationId: '' }
          const texts = stored['side' in one ? one.side : 0] ?? new Map<string, string>()
          if (one.way === 'ask') await ask(one.query)
          else if (one.way === 'seal') await here.archive.seal(ref)
          else if (one.way === 'live') {
            await here.archive.ingestFrames(ref, 'session', [durable(one.n, event(one.n, one.text))])
            texts.set(uuid(one.n), one.text)
          } else if (one.way === 'pages') {
            const items = one.texts.map((said, at) => event(one.n + at, said))
            await here.archive.ingestPage(ref, page(items), { side: 'agent', walk: 'head', firstLogIndex: one.n })
            for (const [at, said] of one.texts.entries()) texts.set(uuid(one.n + at), said)
          } else if (one.way === 'forget') {
            await here.archive.forgetConnection(ref.connectionId)
            texts.clear()
          } else if (one.way === 'rescan') {
            await here.archive.rescan([NEEDLE])
            for (const of of stored)
              for (const [id, said] of of) of.set(id, said.replaceAll(NEEDLE, `[redacted:${NEEDLE.length}]`))
          } else {
            await here.close()
            here = openHere(here.dataDir)
          }
        }
        for (const asked of last) await ask(asked)
        await here.close()
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)
