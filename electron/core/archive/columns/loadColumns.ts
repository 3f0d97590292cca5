import type { EventStores } from '../ingest/storeBatch.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import { appendBlock, appendLights } from './appendStored.ts'
import { Columns } from './columns.ts'
import { RestOfColumns } from './restOfColumns.ts'

/** Up to so many events are read at once: some milliseconds. */
const AT_ONCE = 2_000
/** The end of a longer conversation: more than a screen of rows, also in span order. */
const END_EVENTS = 600
/** Events at the end that came at very different times lie in many blocks; more of them take too long. */
const END_BLOCKS = 64

/**
 * Reads the columns of a conversation; of a long one only its end, so that the first window need not wait. `rest` is
 * what was left out; null when nothing was.
 *
 * @throws DamagedBlock when a checksum does not fit.
 */
export function loadEnd(
  stores: EventStores,
  conversation: StoredConversation,
): { columns: Columns; rest: RestOfColumns | null } {
  const { conv, state } = conversation
  if (state.stored <= AT_ONCE) return { columns: loadAll(stores, conversation), rest: null }
  const blocks = new Set<number>()
  const tail: number[] = []
  for (const { seq, block } of stores.events.ends(conv, END_EVENTS)) {
    if (block === null) tail.push(seq)
    else if (blocks.size < END_BLOCKS) blocks.add(block)
  }
  const columns = new Columns()
  for (const block of [...blocks].sort((a, b) => a - b)) appendBlock(columns, stores.blocks, block)
  appendLights(columns, stores.tail.lightsOf(tail.sort((a, b) => a - b)))
  columns.touched = new Set()
  return { columns, rest: new RestOfColumns(stores, conv, blocks) }
}

/** Reads all columns of a conversation. */
export function loadAll(stores: EventStores, { conv }: StoredConversation): Columns {
  const columns = new Columns()
  for (const block of stores.blocks.idsOf(conv)) appendBlock(columns, stores.blocks, block)
  appendLights(columns, stores.tail.lights(conv))
  columns.touched = new Set()
  return columns
}
