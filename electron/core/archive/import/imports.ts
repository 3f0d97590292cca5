import { randomUUID } from 'node:crypto'
import {
  type ConversationRef,
  HandrailError,
  type ImportProblem,
  isWireObject,
} from '../../../../shared/domain/index.ts'
import { conforms } from '../ingest/conformance.ts'
import { parseJson, type ReadItem, readItem } from '../ingest/readEvents.ts'
import type { Archive } from '../types.ts'

/** One event as a file has it, and where: a line or an entry; or why it cannot be read. */
export type ImportItem = { place: string; text: string } | ImportProblem

/** What was taken in so far. */
export interface ImportCounts {
  events: number
  known: number
  kinds: Record<string, number>
  nonconforming: number
  leftOut: number
  rejected: number
  problems: ImportProblem[]
}

interface Running {
  ref: ConversationRef
  counts: ImportCounts
  /** Ids of the file. */
  seen: Set<string>
}

const MOST_PROBLEMS = 20

/**
 * Takes files of events in. The order of the file is the order of the log: nobody else will ever say what it is. Ids
 * that an earlier import brought are placed anew and replaced where they differ.
 */
export class Imports {
  readonly #archive: Pick<Archive, 'ingestPage' | 'restartWalk'>
  readonly #running = new Map<string, Running>()

  constructor(archive: Pick<Archive, 'ingestPage' | 'restartWalk'>) {
    this.#archive = archive
  }

  async open(ref: ConversationRef): Promise<string> {
    const id = randomUUID()
    const counts = { events: 0, known: 0, kinds: {}, nonconforming: 0, leftOut: 0, rejected: 0, problems: [] }
    this.#running.set(id, { ref, counts, seen: new Set() })
    return id
  }

  /** Stores what of these are events, in their order. */
  async add(id: string, items: readonly ImportItem[]): Promise<ImportCounts> {
    const running = this.#of(id)
    const taken = items.flatMap((item) => accepted(running, item))
    await this.#store(running, taken, 'more')
    return running.counts
  }

  /** The file is at its end. */
  async finish(id: string): Promise<ImportCounts> {
    const running = this.#of(id)
    await this.#store(running, [], null)
    this.#running.delete(id)
    return running.counts
  }

  /** Forgets an import that is given up; what it stored stays. */
  close(id: string): void {
    this.#running.delete(id)
  }

  async #store({ ref, counts }: Running, texts: readonly string[], next: string | null): Promise<void> {
    if (texts.length === 0 && next !== null) return
    const page = `{"items":[${texts.join(',')}],"next_page_id":${JSON.stringify(next)}}`
    const origin = { side: 'agent', walk: 'head', firstLogIndex: counts.events } as const
    let stored = await this.#archive.ingestPage(ref, page, origin)
    if (stored.restarted) {
      // The file has another order than the one that was imported before: its own holds from now on.
      await this.#archive.restartWalk(ref)
      stored = await this.#archive.ingestPage(ref, page, origin)
    }
    counts.events += texts.length
    counts.known += texts.length - stored.inserted
  }

  #of(id: string): Running {
    const running = this.#running.get(id)
    if (running !== undefined) return running
    throw new HandrailError({
      code: 'internal',
      message: 'The import was interrupted: the archive was opened again meanwhile.',
      advice: 'Import the file again; events that are stored already are not stored twice.',
      isSafeToRetry: true,
    })
  }
}

/** The text when it is an event that is to be stored. */
function accepted({ counts, seen }: Running, item: ImportItem): string[] {
  const { place } = item
  if (!('text' in item)) return refused(counts, place, item.problem)
  const { text } = item
  const value = parseJson(text)
  const read: ReadItem =
    value === undefined ? { type: 'malformed', reason: 'it is not JSON, or cut off' } : readItem(value)
  if (read.type === 'malformed') return refused(counts, place, read.reason)
  if (read.type !== 'event') {
    counts.leftOut += 1
    return []
  }
  if (seen.has(read.id)) return refused(counts, place, `event ${read.id.slice(0, 80)} is in the file twice`)
  seen.add(read.id)
  const kind = typeof read.event.kind === 'string' ? read.event.kind.slice(0, 80) : 'unknown'
  counts.kinds = { ...counts.kinds, [kind]: (Object.hasOwn(counts.kinds, kind) ? (counts.kinds[kind] ?? 0) : 0) + 1 }
  if (isWireObject(value) && !conforms(value, text.length)) counts.nonconforming += 1
  return [text]
}

function refused(counts: ImportCounts, place: string, problem: string): [] {
  counts.rejected += 1
  if (counts.problems.length < MOST_PROBLEMS) counts.problems.push({ place, problem })
  return []
}
