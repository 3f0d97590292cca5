import { DEAD_SLOT } from '../blocks/places.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import { type ColumnBlock, DamagedBlock } from '../store/blockTable.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import type { TailLight } from '../store/tailTable.ts'
import { columnsOf, type EventColumns, unsealColumns } from './blockColumns.ts'
import { Columns } from './columns.ts'
import type { RestPlaces } from './restOfColumns.ts'

/** Up to so many blocks are read at once: some tens of milliseconds. */
const AT_ONCE = 64
/** Up to so many events of the tail are read at once. */
const TAIL_AT_ONCE = 2_000
/** Blocks that hold the end of a longer conversation: more than a screen of rows, also in span order. */
const END_EVENTS = 600

/**
 * Reads the columns of a conversation; of a long one only its end, so that the first window need not wait. `rest` says
 * what was left out; null when nothing was.
 *
 * @throws DamagedBlock when a checksum does not fit.
 */
export function loadEnd(
  stores: EventStores,
  { conv, state }: StoredConversation,
): { columns: Columns; rest: RestPlaces | null } {
  const from = state.highestLogIndex - END_EVENTS
  const all = stores.blocks.idsOf(conv)
  // Blocks are in order of arrival, which need not be log order: the index says which ones hold the end.
  const atEnd = all.length <= AT_ONCE ? all : stores.events.endBlocks(conv, from, AT_ONCE)
  const isSealedEnd = atEnd.length < AT_ONCE && all.length > AT_ONCE
  const chosen = new Set(isSealedEnd ? atEnd : all)
  const tail = stores.tail.endLights(conv, from, TAIL_AT_ONCE + 1)
  const isTailEnd = tail.length <= TAIL_AT_ONCE && tail.length + chosen.size > 0
  const columns = new Columns()
  for (const block of all) if (chosen.has(block)) appendBlock(columns, decodeBlock(stores.blocks.columns(block)))
  appendLights(columns, isTailEnd ? tail : stores.tail.lights(conv))
  columns.touched = new Set()
  const rest = {
    blocks: all.filter((block) => !chosen.has(block)),
    isTailLeft: isTailEnd && columns.count < state.stored,
  }
  return { columns, rest: rest.blocks.length > 0 || rest.isTailLeft ? rest : null }
}

/** Reads all columns of a conversation. */
export function loadAll(stores: EventStores, { conv }: StoredConversation): Columns {
  const columns = new Columns()
  for (const block of stores.blocks.idsOf(conv)) appendBlock(columns, decodeBlock(stores.blocks.columns(block)))
  appendLights(columns, stores.tail.lights(conv))
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

export function appendLights(columns: Columns, events: readonly TailLight[]): void {
  columns.append(columnsOf(events.map((event) => event.light)), {
    logIndex: events.map((event) => event.logIndex ?? -1),
    provisional: events.map((event) => event.provisional),
    seq: events.map((event) => event.seq),
  })
}
