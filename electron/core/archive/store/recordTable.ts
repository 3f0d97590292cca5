import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Conversation, conversationSchema } from '../../../../shared/domain/index.ts'
import { textCell } from '../db/cells.ts'

/** Last known conversation records, newest first. */
export class RecordTable {
  readonly #save: StatementSync
  readonly #list: StatementSync
  readonly #forget: StatementSync

  constructor(db: DatabaseSync) {
    this.#save = db.prepare(
      `INSERT INTO record (connection_id, conversation_id, position, json) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position, json = excluded.json`,
    )
    this.#list = db.prepare('SELECT json FROM record WHERE connection_id = ? ORDER BY position DESC, conversation_id')
    this.#forget = db.prepare('DELETE FROM record WHERE connection_id = ?')
  }

  save(connectionId: string, conversations: readonly Conversation[]): void {
    for (const conversation of conversations) {
      const position = Math.round(conversation.createdAt ?? 0)
      this.#save.run(connectionId, conversation.conversationId, position, JSON.stringify(conversation))
    }
  }

  /** Records that an older version wrote in another shape are left out: the server has them still. */
  list(connectionId: string): Conversation[] {
    return this.#list.all(connectionId).flatMap((row) => {
      const read = conversationSchema.safeParse(JSON.parse(textCell(row.json)))
      return read.success ? [read.data] : []
    })
  }

  forget(connectionId: string): void {
    this.#forget.run(connectionId)
  }
}
