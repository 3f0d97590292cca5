import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { numberCell, numberOrNull, textCell } from '../db/cells.ts'
import { type LightEvent, parseLight } from '../ingest/lightEvent.ts'

export interface TailEvent {
  seq: number
  logIndex: number | null
  provisional: number
  light: LightEvent
  json: string
}

export type TailLight = Omit<TailEvent, 'json'>

/** Newest forms of events that are not sealed. */
export class TailTable {
  #nextSeq: number
  readonly #insert: StatementSync
  readonly #replace: StatementSync
  readonly #rewrite: StatementSync
  readonly #settle: StatementSync
  readonly #logIndex: StatementSync
  readonly #delete: StatementSync
  readonly #light: StatementSync
  readonly #json: StatementSync
  readonly #settled: StatementSync
  readonly #lights: StatementSync
  readonly #lightOf: StatementSync
  readonly #lightsAfter: StatementSync
  readonly #conversations: StatementSync
  readonly #texts: StatementSync
  readonly #settleAll: StatementSync
  readonly #forgetOrder: StatementSync

  constructor(db: DatabaseSync) {
    // Arrival numbers are never given twice, so a version in the tail keeps the number of the one in its block.
    const highest = db.prepare('SELECT max(seq) AS seq FROM event').get()
    this.#nextSeq = (numberOrNull(highest?.seq ?? null) ?? 0) + 1
    this.#insert = db.prepare(
      'INSERT INTO tail (seq, conv, is_settled, log_index, provisional, light, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#replace = db.prepare('UPDATE tail SET is_settled = ?, light = ?, json = ? WHERE seq = ?')
    this.#rewrite = db.prepare('UPDATE tail SET light = ?, json = ? WHERE seq = ?')
    this.#settle = db.prepare('UPDATE tail SET is_settled = 1 WHERE seq = ?')
    this.#logIndex = db.prepare('UPDATE tail SET log_index = ? WHERE seq = ?')
    this.#delete = db.prepare('DELETE FROM tail WHERE seq = ?')
    this.#light = db.prepare('SELECT light FROM tail WHERE seq = ?')
    this.#json = db.prepare('SELECT json FROM tail WHERE seq = ?')
    this.#settled = db.prepare(
      `SELECT seq, log_index, provisional, light, json FROM tail INDEXED BY tail_settled
       WHERE conv = ? AND is_settled = 1 ORDER BY seq LIMIT ?`,
    )
    this.#lights = db.prepare('SELECT seq, log_index, provisional, light FROM tail WHERE conv = ? ORDER BY seq')
    this.#lightOf = db.prepare('SELECT seq, log_index, provisional, light FROM tail WHERE seq = ?')
    this.#lightsAfter = db.prepare(
      'SELECT seq, log_index, provisional, light FROM tail WHERE conv = ? AND seq > ? ORDER BY seq LIMIT ?',
    )
    // One step of the index for each conversation, not one for each event.
    this.#conversations = db.prepare(
      `WITH RECURSIVE left (conv) AS (
         SELECT min(conv) FROM tail
         UNION ALL SELECT (SELECT min(conv) FROM tail WHERE tail.conv > left.conv) FROM left WHERE left.conv IS NOT NULL
       ) SELECT conv FROM left WHERE conv IS NOT NULL`,
    )
    this.#texts = db.prepare('SELECT seq, light, json FROM tail WHERE conv = ?')
    this.#settleAll = db.prepare('UPDATE tail SET is_settled = 1 WHERE conv = ? AND is_settled = 0')
    this.#forgetOrder = db.prepare('UPDATE tail SET log_index = NULL WHERE conv = ?')
  }

  /** A new arrival number; lost when the transaction is rolled back, which does no harm. */
  takeSeq(): number {
    this.#nextSeq += 1
    return this.#nextSeq - 1
  }

  insert(conv: number, isSettled: boolean, event: TailEvent): void {
    const { seq, logIndex, provisional, light, json } = event
    this.#insert.run(seq, conv, isSettled ? 1 : 0, logIndex, provisional, JSON.stringify(light), json)
  }

  replace(seq: number, isSettled: boolean, light: LightEvent, json: string): void {
    this.#replace.run(isSettled ? 1 : 0, JSON.stringify(light), json, seq)
  }

  /** The same event with other text; settled or not as before. */
  rewrite(seq: number, light: LightEvent, json: string): void {
    this.#rewrite.run(JSON.stringify(light), json, seq)
  }

  settle(seq: number): void {
    this.#settle.run(seq)
  }

  setLogIndex(seq: number, logIndex: number | null): void {
    this.#logIndex.run(logIndex, seq)
  }

  forgetOrder(conv: number): void {
    this.#forgetOrder.run(conv)
  }

  delete(seq: number): void {
    this.#delete.run(seq)
  }

  light(seq: number): LightEvent | null {
    const row = this.#light.get(seq)
    return row === undefined ? null : parseLight(textCell(row.light))
  }

  json(seq: number): string | null {
    const row = this.#json.get(seq)
    return row === undefined ? null : textCell(row.json)
  }

  settled(conv: number, limit: number): TailEvent[] {
    return this.#settled.all(conv, limit).map((row) => ({ ...tailLight(row), json: textCell(row.json) }))
  }

  lights(conv: number): TailLight[] {
    return this.#lights.all(conv).map(tailLight)
  }

  /** Those of the events that are in the tail. */
  lightsOf(seqs: readonly number[]): TailLight[] {
    return seqs.flatMap((seq) => this.#lightOf.all(seq)).map(tailLight)
  }

  /** Events that arrived after another one, at most `limit`. */
  lightsAfter(conv: number, seq: number, limit: number): TailLight[] {
    return this.#lightsAfter.all(conv, seq, limit).map(tailLight)
  }

  /** Conversations that are not sealed whole. */
  conversations(): number[] {
    return this.#conversations.all().map((row) => numberCell(row.conv))
  }

  texts(conv: number): { seq: number; light: LightEvent; json: string }[] {
    return this.#texts
      .all(conv)
      .map((row) => ({ seq: numberCell(row.seq), light: parseLight(textCell(row.light)), json: textCell(row.json) }))
  }

  /** Settles everything of a conversation that has been quiet. */
  settleAll(conv: number): void {
    this.#settleAll.run(conv)
  }
}

function tailLight(row: Record<string, SQLOutputValue>): TailLight {
  return {
    seq: numberCell(row.seq),
    logIndex: numberOrNull(row.log_index),
    provisional: numberCell(row.provisional),
    light: parseLight(textCell(row.light)),
  }
}
