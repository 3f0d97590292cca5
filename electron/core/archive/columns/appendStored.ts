import { DEAD_SLOT } from '../blocks/places.ts'
import { type ColumnBlock, DamagedBlock } from '../store/blockTable.ts'
import type { TailLight } from '../store/tailTable.ts'
import { columnsOf, unsealColumns } from './blockColumns.ts'
import type { Columns } from './columns.ts'

/** Appends the living events of a block; `isKnown` tells which are in the columns already. */
export function appendBlock(
  columns: Columns,
  block: ColumnBlock | null,
  isKnown: (id: string) => boolean = () => false,
): void {
  if (block === null) return
  const { places } = block
  const batch = unsealed(block)
  columns.append(batch, places, (at) => places.logIndex[at] === DEAD_SLOT || isKnown(batch.ids[at] ?? ''))
}

export function appendLights(columns: Columns, events: readonly TailLight[]): void {
  columns.append(columnsOf(events.map((event) => event.light)), {
    logIndex: events.map((event) => event.logIndex ?? -1),
    provisional: events.map((event) => event.provisional),
    seq: events.map((event) => event.seq),
  })
}

function unsealed({ block, cols }: ColumnBlock) {
  try {
    return unsealColumns(cols)
  } catch (cause) {
    throw new DamagedBlock(block, cause)
  }
}
