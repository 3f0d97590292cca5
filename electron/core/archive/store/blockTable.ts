import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { unsealTexts } from '../blocks/blockCodec.ts'
import { OpenBlock } from '../blocks/openBlock.ts'
import { DEAD_SLOT, decodePlaces, encodePlaces, type Places, UNKNOWN_PLACE } from '../blocks/places.ts'
import { unsealColumns } from '../columns/blockColumns.ts'
import { bytesCell, numberCell } from '../db/cells.ts'

export interface SealedBlock {
  count: number
  places: Places
  cols: Uint8Array
  body: Uint8Array
}

export interface ColumnBlock {
  block: number
  places: Places
  cols: Uint8Array
}

/** Sealed blocks. Reading a damaged one throws `DamagedBlock`. */
export class BlockTable {
  #nextNumber: number
  readonly #insert: StatementSync
  readonly #places: StatementSync
  readonly #setPlaces: StatementSync
  readonly #setColumns: StatementSync
  readonly #open: StatementSync
  readonly #body: StatementSync
  readonly #columns: StatementSync
  readonly #idsAfter: StatementSync
  readonly #firstAfter: StatementSync
  readonly #delete: StatementSync
  readonly #deleteDamaged: StatementSync
  readonly #damaged: StatementSync
  readonly #mostlyDead: StatementSync

  constructor(db: DatabaseSync) {
    // AUTOINCREMENT remembers the highest number also of a block that is gone.
    const highest = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'block'").get()
    this.#nextNumber = numberCell(highest?.seq ?? 0) + 1
    this.#insert = db.prepare(
      'INSERT INTO block (block, conv, count, dead, places, cols, body) VALUES (?, ?, ?, 0, ?, ?, ?)',
    )
    this.#places = db.prepare('SELECT places FROM block WHERE block = ?')
    this.#setPlaces = db.prepare('UPDATE block SET places = ?, dead = dead + ? WHERE block = ?')
    this.#setColumns = db.prepare('UPDATE block SET cols = ? WHERE block = ?')
    this.#open = db.prepare('SELECT cols, body FROM block WHERE block = ?')
    this.#body = db.prepare('SELECT body FROM block WHERE block = ?')
    this.#columns = db.prepare('SELECT places, cols FROM block WHERE block = ?')
    this.#idsAfter = db.prepare(
      'SELECT block FROM block WHERE conv = ? AND is_damaged = 0 AND block > ? ORDER BY block',
    )
    this.#firstAfter = db.prepare(
      'SELECT block, conv FROM block WHERE is_damaged = 0 AND block > ? ORDER BY block LIMIT 1',
    )
    this.#delete = db.prepare('DELETE FROM block WHERE block = ?')
    this.#deleteDamaged = db.prepare('DELETE FROM block WHERE is_damaged = 1')
    this.#damaged = db.prepare('UPDATE block SET is_damaged = 1 WHERE block = ?')
    this.#mostlyDead = db.prepare(
      'SELECT block FROM block WHERE conv = ? AND is_damaged = 0 AND dead * 4 > count ORDER BY block LIMIT 1',
    )
  }

  /** A new number, never given before; lost when the transaction is rolled back, which does no harm. */
  takeNumber(): number {
    this.#nextNumber += 1
    return this.#nextNumber - 1
  }

  insert(conv: number, number: number, { count, places, cols, body }: SealedBlock): void {
    this.#insert.run(number, conv, count, encodePlaces(places), cols, body)
  }

  places(block: number): Places {
    const row = this.#places.get(block)
    if (row === undefined) throw new Error(`block ${block} is gone`)
    return decodePlaces(bytesCell(row.places))
  }

  /** Writes places that changed; `buried`: how many more slots are dead. */
  setPlaces(block: number, places: Places, buried: number): void {
    this.#setPlaces.run(encodePlaces(places), buried, block)
  }

  /** Writes columns that an older version had not sealed. */
  setColumns(block: number, cols: Uint8Array): void {
    this.#setColumns.run(cols, block)
  }

  /** Forgets the log order of a block's events. */
  forgetOrder(block: number): void {
    const places = this.places(block)
    for (const [slot, at] of places.logIndex.entries()) if (at !== DEAD_SLOT) places.logIndex[slot] = UNKNOWN_PLACE
    this.setPlaces(block, places, 0)
  }

  /** A block unpacked. */
  open(block: number): OpenBlock {
    const row = this.#open.get(block)
    if (row === undefined) throw new Error(`block ${block} is gone`)
    return unsealed(block, () => new OpenBlock(unsealTexts(bytesCell(row.body)), unsealColumns(bytesCell(row.cols))))
  }

  bodies(block: number): string[] {
    const row = this.#body.get(block)
    if (row === undefined) throw new Error(`block ${block} is gone`)
    return unsealed(block, () => unsealTexts(bytesCell(row.body)))
  }

  /** The columns of a block, not unsealed yet; null when the block is gone. */
  columns(block: number): ColumnBlock | null {
    const row = this.#columns.get(block)
    if (row === undefined) return null
    return { block, places: decodePlaces(bytesCell(row.places)), cols: bytesCell(row.cols) }
  }

  idsOf(conv: number): number[] {
    return this.idsAfter(conv, 0)
  }

  /** Blocks that were written after another one. */
  idsAfter(conv: number, block: number): number[] {
    return this.#idsAfter.all(conv, block).map((row) => numberCell(row.block))
  }

  /** The next block after another one, or null. */
  next(conv: number, block: number): number | null {
    const row = this.#idsAfter.get(conv, block)
    return row === undefined ? null : numberCell(row.block)
  }

  /** The next block of any conversation, or null. */
  firstAfter(block: number): { block: number; conv: number } | null {
    const row = this.#firstAfter.get(block)
    return row === undefined ? null : { block: numberCell(row.block), conv: numberCell(row.conv) }
  }

  /** A block of which more than a quarter is dead, or null. */
  mostlyDead(conv: number): number | null {
    const row = this.#mostlyDead.get(conv)
    return row === undefined ? null : numberCell(row.block)
  }

  delete(block: number): void {
    this.#delete.run(block)
  }

  deleteDamaged(): void {
    this.#deleteDamaged.run()
  }

  markDamaged(block: number): void {
    this.#damaged.run(block)
  }
}

function unsealed<T>(block: number, unseal: () => T): T {
  try {
    return unseal()
  } catch (cause) {
    throw new DamagedBlock(block, cause)
  }
}

/** A block whose checksum does not fit: the disk or another program changed it. */
export class DamagedBlock extends Error {
  override readonly name = 'DamagedBlock'
  readonly block: number
  constructor(block: number, cause: unknown) {
    super(`block ${block} of the archive is damaged`, { cause })
    this.block = block
  }
}
