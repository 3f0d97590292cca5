import type { EventStores } from '../ingest/storeBatch.ts'
import type { Columns } from './columns.ts'
import { appendBlock, type DecodedBlock, decodeBlock } from './loadColumns.ts'

/**
 * The part of a long conversation's columns that is not read yet. Blocks are decoded slice by slice and appended
 * all together, so that views change once.
 */
export class RestOfColumns {
  readonly #stores: EventStores
  readonly #blocks: number[]
  readonly #decoded: DecodedBlock[] = []

  constructor(stores: EventStores, blocks: number[]) {
    this.#stores = stores
    this.#blocks = [...blocks]
  }

  /** Decodes blocks until `isOver`; false when none is left. */
  slice(isOver: () => boolean): boolean {
    while (this.#blocks.length > 0) {
      const block = this.#blocks.pop()
      if (block !== undefined) this.#decoded.push(decodeBlock(this.#stores.blocks.columns(block)))
      if (isOver()) break
    }
    return this.#blocks.length > 0
  }

  /** Appends all to the columns. Places are read again: the log order of sealed events may have become known. */
  appendTo(columns: Columns): void {
    for (const { block, columns: batch } of this.#decoded) {
      appendBlock(columns, { block: { ...block, places: this.#stores.blocks.places(block.block) }, columns: batch })
    }
  }
}
