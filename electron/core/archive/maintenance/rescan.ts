import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { countMarkers, isWireObject, redactionMarker } from '../../../../shared/domain/index.ts'
import { numberCell, textCell } from '../db/cells.ts'
import { transaction } from '../db/transaction.ts'
import { lightOfEvent } from '../ingest/lightEvent.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { DamagedBlock } from '../store/blockTable.ts'
import { type Change, rewriteBlock } from './rewriteBlock.ts'

/** Shorter values occur by chance in ordinary text (architecture decision 12). */
const SHORTEST_NEEDLE = 8

/** All ways in which a value may be written in stored JSON, longest first. */
export function writtenForms(needles: readonly string[]): string[] {
  const forms = needles
    .filter((needle) => needle.length >= SHORTEST_NEEDLE)
    .flatMap((needle) => {
      const inJson = JSON.stringify(needle).slice(1, -1)
      // JSON inside a JSON string escapes twice.
      return [needle, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(needle)]
    })
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** The JSON text with every form replaced by its marker; null when it holds none. Stays JSON. */
export function withoutNeedles(json: string, forms: readonly string[]): string | null {
  if (!forms.some((form) => json.includes(form))) return null
  const replaced = replaceIn(json, forms)
  try {
    JSON.parse(replaced)
    return replaced
  } catch {
    // A value that looks like JSON itself was cut out of the structure: take it out of the strings only.
    return JSON.stringify(walk(JSON.parse(json), forms))
  }
}

function replaceIn(text: string, forms: readonly string[]): string {
  return forms.reduce((left, form) => left.replaceAll(form, () => redactionMarker(form.length)), text)
}

function walk(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return replaceIn(value, forms)
  if (Array.isArray(value)) return value.map((item) => walk(item, forms))
  if (!isWireObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replaceIn(key, forms), walk(item, forms)]))
}

function changeOf(forms: readonly string[]): Change {
  return ({ light, json }) => {
    const clean = withoutNeedles(json, forms)
    if (clean === null) return null
    const event: unknown = JSON.parse(clean)
    if (!isWireObject(event)) return null
    const bytes = Buffer.byteLength(clean)
    const known = { bytes, redactions: countMarkers(clean), isNonconforming: light.isNonconforming }
    return { json: clean, crc: crc32(clean), light: lightOfEvent(event, light.id, known) }
  }
}

export interface Rescan {
  db: DatabaseSync
  stores: EventStores
  /** Lets other calls be served. */
  pause(): Promise<void>
  /** A block cannot be read; it must not be found again after this. */
  damaged(conv: number, block: number): void
}

/**
 * Takes values out of everything that is stored, one block or tail at a step, and gives the number of events
 * changed. Between steps it yields, so that other calls are served.
 */
export async function rescan(job: Rescan, needles: readonly string[]): Promise<number> {
  const { db } = job
  const forms = writtenForms(needles)
  if (forms.length === 0) return 0
  const changed = await rescanEvents(job, changeOf(forms))
  rescanTexts(db, forms)
  // What cannot be read cannot be cleaned.
  job.stores.blocks.deleteDamaged()
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return changed
}

async function rescanEvents(job: Rescan, change: Change): Promise<number> {
  const { db, stores } = job
  let changed = 0
  const convs = db.prepare('SELECT conv FROM conversation').all()
  for (const conv of convs.map((row) => numberCell(row.conv))) {
    changed += rescanTail(db, stores, conv, change)
    // Blocks come and go in the pauses, so that each step asks for the next one. One that is written anew is seen again.
    for (let block = stores.blocks.next(conv, 0); block !== null; block = stores.blocks.next(conv, block)) {
      changed += rescanBlock(job, conv, block, change)
      await job.pause()
    }
  }
  return changed
}

/** A damaged block is put aside, so that the others are still cleaned. */
function rescanBlock({ db, stores, damaged }: Rescan, conv: number, block: number, change: Change): number {
  try {
    return rewriteBlock(db, stores, conv, block, change)
  } catch (error) {
    if (!(error instanceof DamagedBlock)) throw error
    damaged(conv, block)
    return 0
  }
}

function rescanTail(db: DatabaseSync, stores: EventStores, conv: number, change: Change): number {
  return transaction(db, () => {
    let changed = 0
    for (const { seq, light, json } of stores.tail.texts(conv)) {
      const now = change({ light, json })
      const stored = now === null ? null : stores.events.get(conv, light.id)
      if (now === null || stored === null) continue
      stores.tail.rewrite(seq, now.light, now.json)
      stores.events.update({ ...stored, crc: now.crc, bytes: now.light.bytes })
      changed += 1
    }
    return changed
  })
}

/** Facts and records: JSON in cells. */
function rescanTexts(db: DatabaseSync, forms: readonly string[]): void {
  transaction(db, () => {
    for (const row of db.prepare('SELECT conv, facts FROM conversation').all()) {
      const clean = withoutNeedles(textCell(row.facts), forms)
      if (clean !== null)
        db.prepare('UPDATE conversation SET facts = ? WHERE conv = ?').run(clean, numberCell(row.conv))
    }
    for (const row of db.prepare('SELECT connection_id, conversation_id, json FROM record').all()) {
      const clean = withoutNeedles(textCell(row.json), forms)
      if (clean === null) continue
      db.prepare('UPDATE record SET json = ? WHERE connection_id = ? AND conversation_id = ?').run(
        clean,
        textCell(row.connection_id),
        textCell(row.conversation_id),
      )
    }
  })
}
