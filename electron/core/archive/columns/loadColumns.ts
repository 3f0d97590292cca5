import { DEAD_SLOT } from '../blocks/places.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { type ColumnBlock, DamagedBlock } from '../store/blockTable.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import { columnsOf, type EventColumns, unsealColumns } from './blockColumns.ts'
import { Columns } from './columns.ts'

/** Up to so many blocks are read at once: some tens of milliseconds. */
const AT_ONCE = 64
/** Blocks that hold the end of a longer conversation: more than a screen of rows, also in span order. */
const END_EVENTS = 600

/**
 * Reads the columns of a conversation; of a long one only its end, so that the first window need not wait. `rest` are
 * the blocks left out.
 *
 * @throws DamagedBlock when a checksum does not fit.
 */
export function loadEnd(
  stores: EventStores,
  { conv, state }: StoredConversation,
): { columns: Columns; rest: number[] } {
  const all = stores.blocks.idsOf(conv)
  // Blocks are in order of arrival, which need not be log order: the index says which ones hold the end.
  const atEnd = all.length <= AT_ONCE ? all : stores.events.endBlocks(conv, state.highestLogIndex - END_EVENTS, AT_ONCE)
  const chosen = new Set(atEnd.length === 0 || atEnd.length >= AT_ONCE ? all : atEnd)
  const columns = new Columns()
  for (const block of all) if (chosen.has(block)) appendBlock(columns, decodeBlock(stores.blocks.columns(block)))
  appendTail(columns, stores, conv)
  columns.touched = new Set()
  return { columns, rest: all.filter((block) => !chosen.has(block)) }
}

/** Reads all columns of a conversation. */
export function loadAll(stores: EventStores, { conv }: StoredConversation): Columns {
  const columns = new Columns()
  for (const block of stores.blocks.idsOf(conv)) appendBlock(columns, decodeBlock(stores.blocks.columns(block)))
  appendTail(columns, stores, conv)
  columns.touched = new Set()
  return columns
}

export interface DecodedBlock {
  block: ColumnBlock
  columns: EventColumns
}

export function decodeBlock(block: ColumnBlock): DecodedBlock {
  try {
    return { block, columns: unsealColumns(block.cols) }
  } catch (cause) {
    throw new DamagedBlock(block.block, cause)
  }
}

export function appendBlock(columns: Columns, { block, columns: batch }: DecodedBlock): void {
  const { places } = block
  columns.append(batch, places, (at) => places.logIndex[at] === DEAD_SLOT)
}

function appendTail(columns: Columns, stores: EventStores, conv: number): void {
  const rest = stores.tail.lights(conv)
  columns.append(columnsOf(rest.map((event) => event.light)), {
    logIndex: rest.map((event) => event.logIndex ?? -1),
    provisional: rest.map((event) => event.provisional),
    seq: rest.map((event) => event.seq),
  })
}
