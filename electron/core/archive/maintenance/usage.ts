import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { StoredUsage } from '../../../../shared/domain/index.ts'
import { numberCell, numberOrNull, textCell } from '../db/cells.ts'
import { LEAVING } from '../store/conversationTable.ts'
import { freePages, pageBytes, pageCount } from './space.ts'

type Cells = Record<string, SQLOutputValue>

/** What is summed of each table, and how many rows at one look: some milliseconds, whatever the rows hold. */
const LOOKS = [
  { table: 'event', key: 'seq', bytes: 'bytes', last: 'provisional', rows: 8_000 },
  { table: 'tail', key: 'seq', bytes: 'octet_length(light) + octet_length(json)', last: '0', rows: 2_000 },
  {
    table: 'block',
    key: 'block',
    bytes: 'octet_length(places) + octet_length(cols) + octet_length(body)',
    last: '0',
    rows: 500,
  },
] as const

/** The record of what was seen as shared is listed apart. */
const CONVERSATIONS = `
  SELECT conv, connection_id, conversation_id, opened_at, json ->> '$.title' AS title,
    coalesce(json ->> '$.isDeleted', 0) AS is_deleted
  FROM (
    SELECT *, coalesce(
      (SELECT json FROM record WHERE record.connection_id = conversation.connection_id
         AND record.conversation_id = conversation.conversation_id),
      (SELECT json FROM record WHERE record.connection_id = 'shared'
         AND record.conversation_id = conversation.conversation_id
         AND json ->> '$.connectionId' = conversation.connection_id)
    ) AS json FROM conversation
  )`

interface Sums {
  events: number
  rawBytes: number
  lastUs: number
  /** Measured: blocks with their columns, and the tail. */
  ownBytes: number
}

/**
 * What takes how much of the disk. Of a conversation: its blocks, columns and tail as they are measured, and of what
 * belongs to all together (the search index, keys of events, pages that are not full) as much as its events are of the
 * bytes of all events. So the conversations, what is free and what is leaving are together the whole file. Between
 * looks at the tables `pause` lets others be served.
 */
export async function usageOf(db: DatabaseSync, pause: () => Promise<void>): Promise<StoredUsage> {
  const sums = new Map<number, Sums>()
  for (const { table, key, bytes, last, rows } of LOOKS) {
    const look = db.prepare(
      `SELECT conv, count(*) AS events, sum(bytes) AS bytes, max(last) AS last, max(key) AS key FROM (
         SELECT ${key} AS key, conv, ${bytes} AS bytes, ${last} AS last FROM ${table}
         WHERE ${key} > ? ORDER BY ${key} LIMIT ${rows}
       ) GROUP BY conv`,
    )
    let after = 0
    for (let found = look.all(after); found.length > 0; found = look.all(after)) {
      for (const cells of found) {
        add(sums, table, cells)
        after = Math.max(after, numberCell(cells.key))
      }
      await pause()
    }
  }
  return usageFrom(db, sums)
}

function add(sums: Map<number, Sums>, table: (typeof LOOKS)[number]['table'], cells: Cells): void {
  const conv = numberCell(cells.conv)
  const sum = sums.get(conv) ?? { events: 0, rawBytes: 0, lastUs: 0, ownBytes: 0 }
  sums.set(conv, sum)
  const bytes = numberCell(cells.bytes)
  if (table !== 'event') {
    sum.ownBytes += bytes
    return
  }
  sum.events += numberCell(cells.events)
  sum.rawBytes += bytes
  sum.lastUs = Math.max(sum.lastUs, numberCell(cells.last))
}

function usageFrom(db: DatabaseSync, sums: ReadonlyMap<number, Sums>): StoredUsage {
  const freeBytes = freePages(db) * pageBytes(db)
  let [ownBytes, rawBytes] = [0, 0]
  for (const sum of sums.values()) {
    ownBytes += sum.ownBytes
    rawBytes += sum.rawBytes
  }
  const shared = Math.max(0, pageBytes(db) * pageCount(db) - freeBytes - ownBytes)
  const bytesOf = (sum: Sums) => Math.round(sum.ownBytes + (rawBytes === 0 ? 0 : (shared * sum.rawBytes) / rawBytes))
  const { databaseBytes, walBytes } = filesOf(db)
  const usage: StoredUsage = { databaseBytes, walBytes, freeBytes, leavingBytes: 0, conversations: [] }
  for (const row of db.prepare(CONVERSATIONS).all()) {
    const sum = sums.get(numberCell(row.conv))
    if (sum === undefined) continue
    if (row.connection_id === LEAVING) {
      usage.leavingBytes += bytesOf(sum)
      continue
    }
    usage.conversations.push({
      connectionId: textCell(row.connection_id),
      conversationId: textCell(row.conversation_id),
      title: row.title === null ? null : textCell(row.title),
      isDeleted: row.is_deleted === 1,
      events: sum.events,
      rawBytes: sum.rawBytes,
      bytes: bytesOf(sum),
      lastEventAt: sum.lastUs === 0 ? null : Math.round(sum.lastUs / 1000),
      openedAt: numberOrNull(row.opened_at ?? null),
    })
  }
  return usage
}

/** Bytes of the files as they are on the disk now; of an archive in memory, of its pages. */
export function filesOf(db: DatabaseSync): { databaseBytes: number; walBytes: number } {
  const file = db.location()
  if (file === null || file === '') return { databaseBytes: pageBytes(db) * pageCount(db), walBytes: 0 }
  const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)
  return { databaseBytes: sizeOf(file), walBytes: sizeOf(`${file}-wal`) }
}
