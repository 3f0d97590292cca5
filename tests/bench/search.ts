import { spawnSync } from 'node:child_process'
import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Archive } from '../../electron/core/archive/index.ts'
import { withArchive } from './archive.ts'
import { withFolder } from './benchHost.ts'
import { Corpus } from './corpus.ts'

const CONVERSATIONS = 200
const PAGE = 100

/** Sorts of queries; so many of each. */
const SORTS = ['rare', 'common', 'phrase', 'prefix', 'two words', 'none'] as const
const QUERIES = 200
/** Rare words that are looked for in the file, too. */
const GREPS = 5

type Sort = (typeof SORTS)[number]

interface SearchTimes {
  /** Milliseconds of each query, by sort. */
  queries: Map<Sort, number[]>
  /** Milliseconds of `rg -c -F`, where there is one, else of `grep -c -F`, over the same JSON, for some of the rare words. */
  grep: number[]
  program: string
  events: number
  /** File and log as a part of the JSON, index included. */
  size: number
  /** Seconds until everything was stored, and until it was sealed and indexed. */
  storedSeconds: number
  indexedSeconds: number
}

/** Builds an archive of so many events in 200 conversations, and searches in it. */
export function measureSearch(events: number): Promise<SearchTimes> {
  return withFolder((dataDir) =>
    withArchive(dataDir, async (archive) => {
      const corpus = new Corpus(7)
      const built = await build(archive, corpus, events, join(dataDir, 'events.jsonl'))
      const queries = new Map<Sort, number[]>(SORTS.map((sort) => [sort, []]))
      const asked = Array.from({ length: QUERIES }, (_, at) => {
        const sort = SORTS[at % SORTS.length] ?? 'none'
        return { sort, query: queryOf(corpus, sort) }
      })
      await ask(archive, 'warm')
      for (const { sort, query } of asked) queries.get(sort)?.push(await ask(archive, query))
      const rare = asked.filter(({ sort }) => sort === 'rare').slice(0, GREPS)
      const program = spawnSync('rg', ['--version']).error === undefined ? 'rg' : 'grep'
      const grep = rare.map(({ query }) => grepMs(program, query, join(dataDir, 'events.jsonl')))
      const size = sizeOf(join(dataDir, 'archive.sqlite')) + sizeOf(join(dataDir, 'archive.sqlite-wal'))
      return { queries, grep, program, events, size: size / built.bytes, ...built }
    }),
  )
}

async function build(archive: Archive, corpus: Corpus, events: number, jsonFile: string) {
  const each = Math.ceil(events / CONVERSATIONS)
  let [bytes, storing] = [0, 0]
  for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1) {
    const ref = { connectionId: 'bench', conversationId: conversation.toString(16).padStart(32, '0') }
    for (let first = 0; first < each; first += PAGE) {
      const text = corpus.page(conversation, first, Math.min(PAGE, each - first))
      bytes += Buffer.byteLength(text)
      appendFileSync(jsonFile, `${text.slice('{"items":['.length).replaceAll('},{"id"', '}\n{"id"')}\n`)
      const began = performance.now()
      await archive.ingestPage(ref, text, { side: 'agent', walk: 'head', firstLogIndex: first })
      storing += performance.now() - began
    }
  }
  // A search waits until everything is in the index.
  const indexing = await ask(archive, 'first')
  await archive.seal({ connectionId: 'bench', conversationId: '0'.repeat(32) })
  return { bytes, storedSeconds: storing / 1_000, indexedSeconds: indexing / 1_000 }
}

function queryOf(corpus: Corpus, sort: Sort): string {
  const word = (from: number, to: number) => corpus.words[from + corpus.below(to - from)] ?? ''
  switch (sort) {
    case 'rare':
      return word(20_000, 40_000)
    case 'common':
      return word(0, 40)
    case 'phrase':
      return `"${word(0, 200)} ${word(0, 200)}"`
    case 'prefix':
      return `${word(200, 20_000).slice(0, 5)}*`
    case 'two words':
      return `${word(20, 1_000)} ${word(20, 1_000)}`
    case 'none':
      return `q${word(0, 40_000)}q`
    default:
      return sort satisfies never
  }
}

/** Milliseconds until the first page of hits is there. */
async function ask(archive: Archive, query: string): Promise<number> {
  const began = performance.now()
  await archive.search({ query, conversation: null, order: 'best', offset: 0, limit: 30 })
  return performance.now() - began
}

/** What a person without an index does, with the file in memory. It ends with 1 when it finds nothing. */
function grepMs(program: string, word: string, file: string): number {
  const run = () => {
    const began = performance.now()
    const { status } = spawnSync(program, ['-c', '-F', word, file])
    if (status !== 0 && status !== 1) throw new Error(`${program} ended with ${status}`)
    return performance.now() - began
  }
  run()
  return run()
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
