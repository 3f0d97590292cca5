import type { DatabaseSync } from 'node:sqlite'
import {
  HandrailError,
  MOST_COUNTED,
  parseSearchQuery,
  type SearchOrder,
  type SearchPage,
  type SearchRequest,
  type SearchTerm,
} from '../../../../shared/domain/index.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { blockingProblem } from '../storageTrouble.ts'
import { DamagedBlock } from '../store/blockTable.ts'
import type { ConversationTable } from '../store/conversationTable.ts'
import type { Timers } from '../timers.ts'
import { HitReader } from './hitReader.ts'
import { Indexer } from './indexer.ts'
import { Merging } from './merging.ts'
import { Narrowed, type Narrowing } from './narrowed.ts'
import { NewestFirst } from './newestFirst.ts'
import { ALL_ROWS, type RowRange, rowsOfConversation } from './searchRow.ts'
import { SearchTable } from './searchTable.ts'
import { TextMatches } from './textMatches.ts'

/** While somebody waits for a search, slices are longer: each writes a piece of the index, and few large ones cost less. */
const WAITING_MS = 24
/** Of very many hits so many are looked for at first; nobody reads further without wanting more. */
const NEWEST_AT_FIRST = 200
/** Found lists that are kept for their next pages. */
const KEPT = 8

const NOTHING: SearchPage = { hits: [], total: 0, isMore: false, order: 'best', lacking: 0, nextOffset: null }

interface Found {
  rows: number[]
  total: number
  isMore: boolean
  order: SearchOrder
}

export interface SearchParts {
  db: DatabaseSync
  stores: EventStores
  conversations: ConversationTable
  timers: Timers
  /** What the index lacks cannot be added. */
  isReadOnly: boolean
  /** A block cannot be read; it must not be found again after this. */
  damaged(conv: number, block: number): void
  /** More is in the index than when it was asked for texts. */
  grown(open: OpenConversation): void
}

/** Full-text search over what is stored. Results are complete: what the index lacks is added first. */
export class Search {
  readonly #table: SearchTable
  readonly #indexer: Indexer
  readonly #parts: SearchParts
  readonly #newest: NewestFirst
  readonly #hits: HitReader
  readonly #narrowed: Narrowed
  readonly #merging: Merging
  readonly #texts: TextMatches
  #isUntidy = false
  /** Those that were answered while the index lacked something. */
  readonly #behind = new Set<OpenConversation>()
  /** In order of use, oldest first. */
  readonly #found = new Map<string, Found>()

  constructor(parts: SearchParts) {
    const { db, stores, conversations, timers, damaged } = parts
    this.#parts = parts
    this.#table = new SearchTable(db)
    this.#indexer = new Indexer(db, stores, this.#table, timers.now)
    this.#merging = new Merging(db, this.#table)
    this.#texts = new TextMatches(this.#table, () => this.#indexer.version)
    this.#newest = new NewestFirst(db, this.#table)
    this.#hits = new HitReader(db, stores, conversations, damaged)
    this.#narrowed = new Narrowed({ stores, table: this.#table, texts: this.#texts, now: timers.now, damaged })
  }

  /** @throws HandrailError `invalid-input` for a query that says nothing that can be looked for; `cancelled`. */
  async find(request: SearchRequest, signal?: AbortSignal): Promise<SearchPage> {
    const query = parseSearchQuery(request.query)
    if (query.state === 'empty') return NOTHING
    if (query.state === 'wrong') {
      throw new HandrailError({ code: 'invalid-input', message: query.problem, field: 'query', isSafeToRetry: true })
    }
    const { terms } = query
    const range = this.#rangeOf(request)
    if (range === null) return NOTHING
    const key = JSON.stringify([query, request.conversation, request.connectionId, request.order])
    const end = request.offset + request.limit
    let found = request.offset === 0 ? undefined : this.#found.get(key)
    if (found === undefined || (found.rows.length < end && found.rows.length < Math.min(found.total, MOST_COUNTED))) {
      if (!this.#parts.isReadOnly) await this.#catchUp(signal).catch(readOn)
      const isNarrowed = query.filter.length > 0 || (request.connectionId !== undefined && range === ALL_ROWS)
      found = isNarrowed
        ? await this.#findNarrowed(query, request, range, signal)
        : await this.#find(terms, range, request.order, end, signal)
    }
    this.#keep(key, found)
    const { rows, total, isMore, order } = found
    const nextOffset = end < Math.min(total, MOST_COUNTED) ? end : null
    return {
      hits: this.#hits.read(rows.slice(request.offset, end), terms),
      total,
      isMore,
      order,
      lacking: this.#indexer.lacking,
      nextOffset,
    }
  }

  /**
   * Slots of the events of a conversation that hold a text. Adds to the index for a short while first; when that was
   * not enough, `grown` is told later.
   */
  matches(open: OpenConversation, text: string): readonly number[] {
    try {
      this.#indexSlice()
    } catch (error) {
      readOn(error)
    }
    if (this.#indexer.next !== null) this.#behind.add(open)
    return this.#texts.matches(open, text)
  }

  /** Whether slices are to be done. */
  get isBehind(): boolean {
    return this.#indexer.next !== null || this.#merging.isDue
  }

  /** A short slice of indexing, then of merging; false when nothing is left to do. */
  slice(): boolean {
    if (this.#tidySlice() || this.#indexSlice()) return true
    this.#tellGrown()
    return this.#merging.slice()
  }

  /** Whether words of what was deleted are still in the file. */
  get isPurging(): boolean {
    return this.#merging.isDue
  }

  /** Words of what was deleted are to leave the file, in slices; also after a restart. */
  purgeLater(): void {
    this.#merging.begin()
  }

  /** Takes the words of what was deleted out of the file. Others are served between. */
  async purge(): Promise<void> {
    this.#merging.begin()
    await this.#catchUp()
    while (this.#merging.slice()) await this.#pause()
  }

  /** Adds to the index what is stored now; what comes meanwhile waits for the next time. Others are served between. */
  async #catchUp(signal?: AbortSignal): Promise<void> {
    const { highest } = this.#indexer
    while (this.#indexer.isBehind(highest) && (this.#tidySlice() || this.#indexSlice(WAITING_MS)))
      await this.#pause(signal)
  }

  #tellGrown(): void {
    const behind = [...this.#behind]
    this.#behind.clear()
    for (const open of behind) this.#parts.grown(open)
  }

  /** Each slice of indexing writes a piece; many pieces make searching slow. */
  #tidySlice(): boolean {
    if (this.#isUntidy) this.#isUntidy = this.#table.tidy()
    return this.#isUntidy
  }

  #indexSlice(ms?: number): boolean {
    try {
      const isMore = this.#indexer.slice(ms)
      if (isMore) this.#isUntidy = true
      return isMore
    } catch (error) {
      const conv = this.#indexer.next
      if (!(error instanceof DamagedBlock) || conv === null) throw error
      this.#parts.damaged(conv, error.block)
      return true
    }
  }

  async #find(
    terms: readonly SearchTerm[],
    range: RowRange,
    order: SearchOrder,
    end: number,
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const counted = this.#table.count(terms, range, MOST_COUNTED + 1)
    if (counted <= MOST_COUNTED) {
      const rows =
        order === 'best'
          ? this.#table.ranked(terms, range)
          : this.#table.newest(terms, range, MOST_COUNTED).map(({ row }) => row)
      return { rows, total: rows.length, isMore: false, order }
    }
    const wanted = end <= NEWEST_AT_FIRST ? NEWEST_AT_FIRST : MOST_COUNTED
    const rows =
      range === ALL_ROWS
        ? await this.#newest.find(terms, wanted, () => this.#pause(signal))
        : this.#table.newest(terms, range, wanted).map(({ row }) => row)
    return { rows, total: MOST_COUNTED, isMore: true, order: 'newest' }
  }

  async #findNarrowed(
    narrowing: Narrowing,
    { conversation, connectionId, order }: SearchRequest,
    range: RowRange,
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const { conversations } = this.#parts
    const searched = this.#newest.conversations().flatMap((conv) => {
      const one = conversations.byNumber(conv)
      if (one === null || (conversation !== null && rowsOfConversation(conv).first !== range.first)) return []
      return conversation === null && connectionId !== undefined && one.ref.connectionId !== connectionId ? [] : [one]
    })
    const { rows, total } = await this.#narrowed.find(narrowing, searched, () => this.#pause(signal))
    const { terms } = narrowing
    if (total > MOST_COUNTED) return { rows, total: MOST_COUNTED, isMore: true, order: 'newest' }
    // Nothing is said more than something else where no words are looked for.
    if (order === 'newest' || terms.length === 0 || this.#table.count(terms, range, MOST_COUNTED + 1) > MOST_COUNTED)
      return { rows, total, isMore: false, order: 'newest' }
    const left = new Set(rows)
    return { rows: this.#table.ranked(terms, range).filter((row) => left.has(row)), total, isMore: false, order }
  }

  /** Null when nothing is stored of the conversation. */
  #rangeOf({ conversation }: SearchRequest): RowRange | null {
    if (conversation === null) return ALL_ROWS
    const stored = this.#parts.conversations.find(conversation)
    return stored === null ? null : rowsOfConversation(stored.conv)
  }

  #keep(key: string, found: Found): void {
    this.#found.delete(key)
    this.#found.set(key, found)
    const [oldest] = this.#found.keys()
    if (this.#found.size > KEPT && oldest !== undefined) this.#found.delete(oldest)
  }

  async #pause(signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.timers.soon(resolve))
    if (signal?.aborted) throw new HandrailError({ code: 'cancelled', message: 'Cancelled.', isSafeToRetry: true })
  }
}

/** On a full disk what is in the index is still found; that nothing can be stored is told by those who store. */
function readOn(error: unknown): void {
  if (blockingProblem(error) === null) throw error
}
