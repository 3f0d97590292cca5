import type { DatabaseSync } from 'node:sqlite'
import { firstTables } from './v1.ts'
import { ends } from './v2.ts'
import { rowsFromJson } from './v3.ts'
import { upkeep } from './v4.ts'
import { fullText } from './v5.ts'
import { sourcesOfTail } from './v6.ts'
import { openedAt } from './v7.ts'

/** Migration n makes version n+1 out of version n. Numbers are never reused, migrations never changed. */
const MIGRATIONS: readonly ((db: DatabaseSync) => void)[] = [
  firstTables,
  ends,
  rowsFromJson,
  upkeep,
  fullText,
  sourcesOfTail,
  openedAt,
]

export const LATEST_VERSION = MIGRATIONS.length

/** Brings a database from `version` to `target`, each step in a transaction of its own. */
export function migrate(db: DatabaseSync, version: number, target: number = LATEST_VERSION): void {
  for (const [at, step] of MIGRATIONS.entries()) {
    if (at < version || at >= target) continue
    db.exec('BEGIN IMMEDIATE')
    try {
      step(db)
      db.exec(`PRAGMA user_version = ${at + 1}`)
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
}
