import type { EventStores } from '../ingest/storeBatch.ts'
import { appendBlock, appendLights } from './appendStored.ts'
import type { Columns } from './columns.ts'

/** Events of the tail that are read at once. */
const TAIL_STEP = 256

/**
 * The part of a long conversation's columns that is not read yet, read slice by slice: blocks from the newest to the
 * oldest, the tail, then whatever was sealed or written anew meanwhile.
 */
export class RestOfColumns {
  readonly #stores: EventStores
  readonly #conv: number
  #blocks: number[]
  #highestBlock: number
  /** Arrival number up to which the tail was read; null when it was read to its end. */
  #tailAfter: number | null = 0

  /** `read`: blocks that are in the columns already. */
  constructor(stores: EventStores, conv: number, read: ReadonlySet<number>) {
    this.#stores = stores
    this.#conv = conv
    const all = stores.blocks.idsOf(conv)
    this.#highestBlock = all.at(-1) ?? 0
    this.#blocks = all.filter((block) => !read.has(block))
  }

  /** Appends to the columns until `isOver`; false when nothing is left. */
  slice(columns: Columns, isOver: () => boolean): boolean {
    while (this.#step(columns)) if (isOver()) return true
    return false
  }

  #step(columns: Columns): boolean {
    // Events that came since the conversation was opened, or were moved meanwhile, are in the columns already.
    const isKnown = (id: string) => columns.slotOf(id) !== -1
    const block = this.#blocks.pop()
    if (block !== undefined) {
      appendBlock(columns, this.#stores.blocks, block, isKnown)
      return true
    }
    if (this.#tailAfter !== null) {
      const lights = this.#stores.tail.lightsAfter(this.#conv, this.#tailAfter, TAIL_STEP)
      const unknown = lights.filter(({ light }) => !isKnown(light.id))
      appendLights(columns, unknown)
      this.#tailAfter = lights.length < TAIL_STEP ? null : (lights.at(-1)?.seq ?? null)
      return true
    }
    this.#blocks = this.#stores.blocks.idsAfter(this.#conv, this.#highestBlock)
    this.#highestBlock = this.#blocks.at(-1) ?? this.#highestBlock
    return this.#blocks.length > 0
  }
}
