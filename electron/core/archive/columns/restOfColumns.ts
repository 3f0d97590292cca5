import type { EventStores } from '../ingest/storeBatch.ts'
import type { TailLight } from '../store/tailTable.ts'
import type { Columns } from './columns.ts'
import { appendBlock, appendLights, decodeBlock } from './loadColumns.ts'

/** Events of the tail that are read at once. */
const TAIL_STEP = 256

/** What of a long conversation was not read when it was opened. */
export interface RestPlaces {
  blocks: number[]
  /** True when of the tail, too, only the end was read. */
  isTailLeft: boolean
}

/** The part of a long conversation's columns that is not read yet, read slice by slice. */
export class RestOfColumns {
  readonly #stores: EventStores
  readonly #conv: number
  readonly #blocks: number[]
  /** Arrival number up to which the tail was read; null when nothing of it is left. */
  #tailAfter: number | null

  constructor(stores: EventStores, conv: number, { blocks, isTailLeft }: RestPlaces) {
    this.#stores = stores
    this.#conv = conv
    this.#blocks = [...blocks]
    this.#tailAfter = isTailLeft ? 0 : null
  }

  /** Appends to the columns until `isOver`; false when nothing is left. */
  slice(columns: Columns, isOver: () => boolean): boolean {
    while (this.#blocks.length > 0 || this.#tailAfter !== null) {
      if (this.#tailAfter !== null) this.#tailAfter = this.#appendTail(columns, this.#tailAfter)
      else {
        const block = this.#blocks.pop()
        if (block !== undefined) appendBlock(columns, decodeBlock(this.#stores.blocks.columns(block)))
      }
      if (isOver()) break
    }
    return this.#blocks.length > 0 || this.#tailAfter !== null
  }

  /** Events that came since the conversation was opened are in the columns already. */
  #appendTail(columns: Columns, after: number): number | null {
    const lights = this.#stores.tail.lightsAfter(this.#conv, after, TAIL_STEP)
    const isNew = ({ light }: TailLight) => columns.slotOf(light.id) === -1
    appendLights(columns, lights.filter(isNew))
    return lights.length < TAIL_STEP ? null : (lights.at(-1)?.seq ?? null)
  }
}
