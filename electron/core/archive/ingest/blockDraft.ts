import { BLOCK_LENGTH, blockOf } from '../blocks/sealer.ts'
import type { BlockTable } from '../store/blockTable.ts'
import type { TailEvent } from '../store/tailTable.ts'

/** A page of a hundred becomes one block. */
const MOST = 128
/** Fewer are not worth a block: they wait in the tail for more. */
const FEWEST = 32

/** A block that a batch fills: events of a walk are settled when they come and need no stay in the tail. */
export class BlockDraft {
  /** The number that the block will have. */
  readonly block: number
  readonly events: TailEvent[] = []
  readonly #blocks: BlockTable
  #length = 0

  constructor(blocks: BlockTable) {
    this.#blocks = blocks
    this.block = blocks.takeNumber()
  }

  add(event: TailEvent): void {
    this.events.push(event)
    this.#length += event.json.length
  }

  get isFull(): boolean {
    return this.events.length >= MOST || this.#length >= BLOCK_LENGTH
  }

  get isWorthIt(): boolean {
    return this.isFull || this.events.length >= FEWEST
  }

  write(conv: number): void {
    this.#blocks.insert(conv, this.block, blockOf(this.events))
  }
}
