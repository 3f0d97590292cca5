import { DEAD_SLOT } from '../blocks/places.ts'
import { type BlockTable, DamagedBlock } from '../store/blockTable.ts'
import type { TailTable } from '../store/tailTable.ts'
import { columnsOf, unsealColumns } from './blockColumns.ts'
import { Columns } from './columns.ts'

/** Blocks read at once. */
const BATCH = 128

/**
 * Reads the columns of a whole conversation: all its blocks in order, then its tail.
 *
 * @throws DamagedBlock when a checksum does not fit.
 */
export function loadColumns(conv: number, blocks: BlockTable, tail: TailTable): Columns {
  const columns = new Columns()
  for (let after = 0; ; ) {
    const batch = blocks.columns(conv, after, BATCH)
    for (const { block, places, cols } of batch) {
      after = block
      columns.append(unsealed(block, cols), places, (at) => places.logIndex[at] === DEAD_SLOT)
    }
    if (batch.length < BATCH) break
  }
  const rest = tail.lights(conv)
  columns.append(columnsOf(rest.map((event) => event.light)), {
    logIndex: rest.map((event) => event.logIndex ?? -1),
    provisional: rest.map((event) => event.provisional),
    seq: rest.map((event) => event.seq),
  })
  columns.touched = new Set()
  return columns
}

function unsealed(block: number, cols: Uint8Array) {
  try {
    return unsealColumns(cols)
  } catch (cause) {
    throw new DamagedBlock(block, cause)
  }
}
