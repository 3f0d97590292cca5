import { DEAD_SLOT, type Places, UNKNOWN_PLACE } from '../blocks/places.ts'
import type { BlockTable } from '../store/blockTable.ts'

/**
 * Changes of where sealed events stand, gathered over a batch: writing the places of a block writes its whole row, and
 * neighbours in the log mostly share a block.
 */
export class PlaceEdits {
  readonly #blocks: BlockTable
  readonly #edited = new Map<number, { places: Places; buried: number }>()

  constructor(blocks: BlockTable) {
    this.#blocks = blocks
  }

  setLogIndex(block: number, slot: number, logIndex: number | null): void {
    const { places } = this.#edit(block)
    if (places.logIndex[slot] !== DEAD_SLOT) places.logIndex[slot] = logIndex ?? UNKNOWN_PLACE
  }

  /** Marks a slot dead, because a newer form goes to the tail; gives the place that it had. */
  bury(block: number, slot: number): { logIndex: number | null; provisional: number } {
    const edit = this.#edit(block)
    const at = edit.places.logIndex[slot] ?? UNKNOWN_PLACE
    edit.places.logIndex[slot] = DEAD_SLOT
    edit.buried += 1
    return { logIndex: at < 0 ? null : at, provisional: edit.places.provisional[slot] ?? 0 }
  }

  /** Writes what was changed. */
  write(): void {
    for (const [block, { places, buried }] of this.#edited) this.#blocks.setPlaces(block, places, buried)
    this.#edited.clear()
  }

  #edit(block: number): { places: Places; buried: number } {
    const known = this.#edited.get(block)
    if (known !== undefined) return known
    const made = { places: this.#blocks.places(block), buried: 0 }
    this.#edited.set(block, made)
    return made
  }
}
