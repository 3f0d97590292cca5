import { type Filter, MOST_COUNTED, type SearchTerm } from '../../../../shared/domain/index.ts'
import { loadAll } from '../columns/loadColumns.ts'
import { OpenConversation } from '../columns/openConversation.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { DamagedBlock } from '../store/blockTable.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import { rowsOf } from '../views/filterRows.ts'
import { rowsOfConversation, searchRow } from './searchRow.ts'
import type { SearchTable } from './searchTable.ts'
import type { TextMatches } from './textMatches.ts'

export interface Narrowing {
  /** All of them must be there; none: what the filter leaves. */
  terms: readonly SearchTerm[]
  filter: Filter
}

export interface NarrowedParts {
  stores: EventStores
  table: SearchTable
  texts: TextMatches
  now(): number
  damaged(conv: number, block: number): void
}

interface Row {
  row: number
  at: number
}

/**
 * Searches that a filter or a connection narrows: one conversation after the other, by the columns that its timeline
 * is filtered by, so that a term says the same in both.
 */
export class Narrowed {
  readonly #parts: NarrowedParts

  constructor(parts: NarrowedParts) {
    this.#parts = parts
  }

  /** The newest `MOST_COUNTED` rows, newest first, and how many there are in all. `pause` lets other calls in. */
  async find(
    narrowing: Narrowing,
    conversations: Iterable<StoredConversation>,
    pause: () => Promise<void>,
  ): Promise<{ rows: number[]; total: number }> {
    let found: Row[] = []
    let total = 0
    for (const conversation of conversations) {
      const more = this.#rowsOf(narrowing, conversation)
      if (more.length === 0) continue
      total += more.length
      found = [...found, ...more].sort((a, b) => b.at - a.at).slice(0, MOST_COUNTED)
      await pause()
    }
    return { rows: found.map(({ row }) => row), total }
  }

  #rowsOf({ terms, filter }: Narrowing, conversation: StoredConversation): Row[] {
    const { stores, table, texts, now, damaged } = this.#parts
    const range = rowsOfConversation(conversation.conv)
    if (filter.length === 0) return table.newest(terms, range, MOST_COUNTED + 1)
    if (terms.length > 0 && table.count(terms, range, 1) === 0) return []
    try {
      const open = new OpenConversation(conversation, loadAll(stores, conversation), null)
      open.settle()
      const matches = (text: string) => texts.matches(open, text)
      const { slots } = rowsOf(open, [...filter, ...terms.map(filterTermOf)], 'raw', { now: now(), matches })
      const { columns } = open
      return Array.from(slots, (slot) => ({
        row: searchRow(conversation.conv, columns.seq[slot] ?? 0),
        at: columns.provisional[slot] ?? 0,
      })).reverse()
    } catch (error) {
      if (!(error instanceof DamagedBlock)) throw error
      damaged(conversation.conv, error.block)
      return this.#rowsOf({ terms, filter }, conversation)
    }
  }
}

function filterTermOf({ words, isPrefix }: SearchTerm): Filter[number] {
  return { field: 'text', isNot: false, values: [`${words.join(' ')}${isPrefix ? '*' : ''}`] }
}
