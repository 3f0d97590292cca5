import type { OpenBlock } from '../blocks/openBlock.ts'
import type { LightEvent } from '../ingest/lightEvent.ts'
import type { BlockTable } from '../store/blockTable.ts'
import type { EventTable } from '../store/eventTable.ts'
import type { TailTable } from '../store/tailTable.ts'

/** Unpacked blocks kept: some 6,000 rows. */
const KEPT = 96

/** Reads row data of single events; blocks stay decoded while they are used. */
export class LightReader {
  readonly #events: EventTable
  readonly #tail: TailTable
  readonly #blocks: BlockTable
  /** In order of use, oldest first. */
  readonly #decoded = new Map<number, OpenBlock>()

  constructor(stores: { events: EventTable; tail: TailTable; blocks: BlockTable }) {
    this.#events = stores.events
    this.#tail = stores.tail
    this.#blocks = stores.blocks
  }

  /** Null when the event is not stored. Throws `DamagedBlock`. */
  read(conv: number, id: string): LightEvent | null {
    const stored = this.#events.get(conv, id)
    if (stored === null) return null
    if (stored.block === null || stored.slot === null) return this.#tail.light(stored.seq)
    return this.#block(stored.block).light(stored.slot)
  }

  /** Forgets decoded blocks, after they were rewritten. */
  clear(): void {
    this.#decoded.clear()
  }

  #block(block: number): OpenBlock {
    const open = this.#decoded.get(block) ?? this.#blocks.open(block)
    this.#decoded.delete(block)
    this.#decoded.set(block, open)
    if (this.#decoded.size > KEPT) {
      const [oldest] = this.#decoded.keys()
      if (oldest !== undefined) this.#decoded.delete(oldest)
    }
    return open
  }
}
