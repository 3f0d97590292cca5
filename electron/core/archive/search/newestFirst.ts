import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SearchTerm } from '../../../../shared/domain/index.ts'
import { numberCell } from '../db/cells.ts'
import { rowsOfConversation } from './searchRow.ts'
import type { SearchTable } from './searchTable.ts'

/**
 * The newest of more events than anybody wants to sort: conversation by conversation, those with the newest events
 * first, until the next one cannot have anything newer. Mostly that is one or two.
 */
export class NewestFirst {
  readonly #table: SearchTable
  readonly #conversations: StatementSync

  constructor(db: DatabaseSync, table: SearchTable) {
    this.#table = table
    // Two steps of an index for each conversation.
    this.#conversations = db.prepare(
      `SELECT conv, max(
         coalesce((SELECT provisional FROM event INDEXED BY event_by_log
                   WHERE event.conv = conversation.conv AND log_index IS NOT NULL ORDER BY log_index DESC LIMIT 1), 0),
         coalesce((SELECT provisional FROM event INDEXED BY event_without_place
                   WHERE event.conv = conversation.conv AND log_index IS NULL ORDER BY provisional DESC LIMIT 1), 0)
       ) AS newest FROM conversation ORDER BY newest DESC`,
    )
  }

  /** Numbers of all conversations, those with the newest events first. */
  conversations(): number[] {
    return this.#conversations.all().map((cells) => numberCell(cells.conv))
  }

  /** Rows of the newest events that hold the terms, newest first. `pause` lets other calls in. */
  async find(terms: readonly SearchTerm[], wanted: number, pause: () => Promise<void>): Promise<number[]> {
    let found: { row: number; at: number }[] = []
    for (const cells of this.#conversations.all()) {
      const oldest = found[wanted - 1]
      if (oldest !== undefined && oldest.at >= numberCell(cells.newest)) break
      const more = this.#table.newest(terms, rowsOfConversation(numberCell(cells.conv)), wanted)
      if (more.length === 0) continue
      found = [...found, ...more].sort((a, b) => b.at - a.at).slice(0, wanted)
      await pause()
    }
    return found.map(({ row }) => row)
  }
}
