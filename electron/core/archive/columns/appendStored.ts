import { DEAD_SLOT } from '../blocks/places.ts'
import { type BlockTable, type ColumnBlock, DamagedBlock } from '../store/blockTable.ts'
import type { TailLight } from '../store/tailTable.ts'
import { columnsOf, type EventColumns, isWhole, sealColumns, unsealColumns } from './blockColumns.ts'
import type { Columns } from './columns.ts'

/** Appends the living events of a block, when it is still there; `isKnown` tells which are in the columns already. */
export function appendBlock(
  columns: Columns,
  blocks: BlockTable,
  number: number,
  isKnown: (id: string) => boolean = () => false,
): void {
  const block = blocks.columns(number)
  if (block === null) return
  const { places } = block
  const batch = unsealed(blocks, block)
  columns.append(batch, places, (at) => places.logIndex[at] === DEAD_SLOT || isKnown(batch.ids[at] ?? ''))
}

export function appendLights(columns: Columns, events: readonly TailLight[]): void {
  columns.append(columnsOf(events.map((event) => event.light)), {
    logIndex: events.map((event) => event.logIndex ?? -1),
    provisional: events.map((event) => event.provisional),
    seq: events.map((event) => event.seq),
  })
}

function unsealed(blocks: BlockTable, { block, cols }: ColumnBlock): EventColumns {
  try {
    const stored = unsealColumns(cols)
    return isWhole(stored) ? stored : upgraded(blocks, block)
  } catch (cause) {
    throw cause instanceof DamagedBlock ? cause : new DamagedBlock(block, cause)
  }
}

/** An older version sealed fewer columns: the events themselves have the rest. */
function upgraded(blocks: BlockTable, block: number): EventColumns {
  const columns = columnsOf(blocks.open(block).lights())
  try {
    blocks.setColumns(block, sealColumns(columns))
  } catch {
    // A full or read-only disk: they are made again the next time.
  }
  return columns
}
