import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ConversationRef } from '../../../../shared/domain/index.ts'
import { numberCell } from '../db/cells.ts'
import { transaction } from '../db/transaction.ts'
import { LEAVING } from '../store/conversationTable.ts'

/** About so long a slice works. */
const SLICE_MS = 10
/** Rows between two looks at the clock. */
const STEP = 256
const STEP_BLOCKS = 16

/**
 * Forgets conversations. From the moment they are forgotten nobody finds them; their events leave the file in slices,
 * also after a restart. Until then the row of a conversation stays under another name, so that its number is not given
 * to a new one. What is deleted is overwritten (`secure_delete`); words of the search index go with its next merge.
 */
export class Forgetting {
  readonly #db: DatabaseSync
  readonly #now: () => number
  readonly #rename: Record<'one' | 'all', StatementSync>
  readonly #record: Record<'one' | 'all', StatementSync>
  readonly #shared: StatementSync
  readonly #next: StatementSync
  readonly #count: StatementSync
  readonly #events: StatementSync[]
  readonly #rest: StatementSync[]
  readonly #end: StatementSync[]
  readonly #dropInBlock: StatementSync
  readonly #dropBlock: StatementSync
  /** Counted when it is first asked for: counting takes longer than a slice. */
  #left: number | null = null

  constructor(db: DatabaseSync, now: () => number) {
    this.#db = db
    this.#now = now
    const [one, all] = ['connection_id = ? AND conversation_id = ?', 'connection_id = ?']
    // Facts hold texts.
    const rename = (which: string) =>
      db.prepare(
        `UPDATE conversation SET connection_id = '${LEAVING}', conversation_id = conv, load = '{}', facts = '{}'
         WHERE ${which}`,
      )
    this.#rename = { one: rename(one), all: rename(all) }
    const record = (which: string) => db.prepare(`DELETE FROM record WHERE ${which}`)
    this.#record = { one: record(one), all: record(all) }
    // What was seen as shared is listed apart.
    this.#shared = db.prepare(
      "DELETE FROM record WHERE connection_id = 'shared' AND conversation_id = ? AND json ->> '$.connectionId' = ?",
    )
    this.#next = db.prepare(`SELECT conv FROM conversation WHERE connection_id = '${LEAVING}' LIMIT 1`)
    this.#count = db.prepare(
      `SELECT count(*) AS events FROM conversation CROSS JOIN event USING (conv) WHERE connection_id = '${LEAVING}'`,
    )
    // Events before the blocks that they are in: whoever looks for an event must find its text. In the order of the
    // log, which is about that of the file.
    const step = (table: string, key: string, which: string, rows: number) =>
      db.prepare(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE conv = ? AND ${which} LIMIT ${rows})`,
      )
    this.#events = [
      step('event', 'seq', 'log_index IS NOT NULL ORDER BY log_index', STEP),
      step('event', 'seq', 'log_index IS NULL', STEP),
    ]
    this.#rest = [
      step('tail', 'seq', 'TRUE ORDER BY seq', STEP),
      step('block', 'block', 'is_damaged = 0 ORDER BY block', STEP_BLOCKS),
    ]
    this.#end = ['block', 'conversation'].map((table) => db.prepare(`DELETE FROM ${table} WHERE conv = ?`))
    this.#dropInBlock = db.prepare('DELETE FROM event WHERE conv = ? AND block = ?')
    this.#dropBlock = db.prepare('DELETE FROM block WHERE conv = ? AND block = ?')
  }

  /** Forgets these conversations and, unless only their events are to go, what is known of them. */
  conversations(refs: readonly ConversationRef[], what: 'all' | 'events'): void {
    this.#left = null
    transaction(this.#db, () => {
      for (const { connectionId, conversationId } of refs) {
        this.#rename.one.run(connectionId, conversationId)
        if (what === 'events') continue
        this.#record.one.run(connectionId, conversationId)
        this.#shared.run(conversationId, connectionId)
      }
    })
  }

  /** Forgets everything of a connection. */
  connection(connectionId: string): void {
    this.#left = null
    transaction(this.#db, () => {
      this.#rename.all.run(connectionId)
      this.#record.all.run(connectionId)
    })
  }

  get isLeft(): boolean {
    return this.#next.get() !== undefined
  }

  /** Events that are forgotten and still in the file. */
  get left(): number {
    this.#left ??= numberCell(this.#count.get()?.events)
    return this.#left
  }

  /** Takes some of what is forgotten out of the file; false when nothing is left of it. */
  slice(): boolean {
    const row = this.#next.get()
    if (row === undefined) return false
    const conv = numberCell(row.conv)
    const end = this.#now() + SLICE_MS
    transaction(this.#db, () => {
      while (this.#step(conv)) if (this.#now() >= end) return
      for (const last of this.#end) last.run(conv)
    })
    return this.isLeft
  }

  /** A block of a forgotten conversation that cannot be read. */
  dropBlock(conv: number, block: number): void {
    transaction(this.#db, () => {
      this.#dropInBlock.run(conv, block)
      this.#dropBlock.run(conv, block)
    })
  }

  #step(conv: number): boolean {
    for (const step of this.#events) {
      const gone = numberCell(step.run(conv).changes)
      if (this.#left !== null) this.#left -= gone
      if (gone > 0) return true
    }
    return this.#rest.some((step) => numberCell(step.run(conv).changes) > 0)
  }
}
