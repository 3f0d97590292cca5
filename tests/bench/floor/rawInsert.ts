import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const ROWS_A_TRANSACTION = 500

/** Milliseconds to parse the pages and insert id and text of every event: one statement, 500-row transactions, WAL. */
export function rawInsert(pages: string[], folder: string): { ms: number; events: number } {
  const file = join(folder, 'floor.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode=WAL; CREATE TABLE event (id TEXT PRIMARY KEY, json TEXT)')
  const insert = database.prepare('INSERT OR IGNORE INTO event VALUES (?, ?)')
  const began = performance.now()
  let events = 0
  database.exec('BEGIN')
  for (const text of pages) {
    const { items } = JSON.parse(text) as { items: { id: string }[] }
    for (const item of items) {
      insert.run(item.id, JSON.stringify(item))
      events += 1
      if (events % ROWS_A_TRANSACTION === 0) database.exec('COMMIT; BEGIN')
    }
  }
  database.exec('COMMIT')
  const ms = performance.now() - began
  database.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return { ms, events }
}

/** Milliseconds to read the newest 60 events of such a table with one prepared statement, database open. */
export function rawWindow(pages: string[], folder: string): number {
  const file = join(folder, 'window.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode=WAL; CREATE TABLE event (n INTEGER PRIMARY KEY, json TEXT); BEGIN')
  const insert = database.prepare('INSERT INTO event (json) VALUES (?)')
  for (const text of pages)
    for (const item of (JSON.parse(text) as { items: unknown[] }).items) insert.run(JSON.stringify(item))
  database.exec('COMMIT')
  const select = database.prepare('SELECT json FROM event ORDER BY n DESC LIMIT 60')
  const began = performance.now()
  for (const row of select.all()) JSON.parse(String(row.json))
  const ms = performance.now() - began
  database.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return ms
}
