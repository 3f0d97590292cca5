import { isWireObject } from '../../../../shared/domain/index.ts'
import type { StoredEvent } from '../store/eventTable.ts'
import type { TailEvent } from '../store/tailTable.ts'
import { BlockDraft } from './blockDraft.ts'
import { conforms } from './conformance.ts'
import type { LightEvent } from './lightEvent.ts'
import { PlaceEdits } from './placeEdits.ts'
import type { EventStores } from './storeBatch.ts'

type Place = Pick<StoredEvent, 'block' | 'slot'>

const IN_TAIL: Place = { block: null, slot: null }

/** Where the newest forms of a batch's events are: in the tail, in blocks, or in the block that the batch fills. */
export class Forms {
  /** Bytes of JSON that went to the tail. */
  tailBytes = 0
  /** New events that turned out not to be as the contract says when they went to the tail after all. */
  deviating = 0
  readonly #stores: EventStores
  readonly #conv: number
  readonly #isWalk: boolean
  readonly #edits: PlaceEdits
  #draft: BlockDraft | null = null

  /** `isWalk`: new events are settled and come in long runs, so that they are sealed at once. */
  constructor(stores: EventStores, conv: number, isWalk: boolean) {
    this.#stores = stores
    this.#conv = conv
    this.#isWalk = isWalk
    this.#edits = new PlaceEdits(stores.blocks)
  }

  /** Where the next new event will be. */
  next(): Place {
    if (!this.#isWalk) return IN_TAIL
    this.#draft ??= new BlockDraft(this.#stores.blocks)
    return { block: this.#draft.block, slot: this.#draft.events.length }
  }

  /** Keeps a new event where `next` said. */
  add(event: TailEvent, isSettled: boolean): void {
    const draft = this.#draft
    draft?.add(event)
    if (draft === null) this.#toTail(event, isSettled)
    if (!draft?.isFull) return
    draft.write(this.#conv)
    this.#draft = null
  }

  /** Puts a newer form in the place of a stored one; gives where it is now. May mark it as nonconforming. */
  replace({ seq, block, slot }: StoredEvent, isSettled: boolean, light: LightEvent, json: string): Place {
    const drafted = this.#drafted({ block, slot })
    if (drafted !== null) {
      Object.assign(drafted, { light, json })
      return { block, slot }
    }
    this.#check(light, json)
    if (block === null || slot === null) this.#stores.tail.replace(seq, isSettled, light, json)
    else this.#toTail({ seq, ...this.#edits.bury(block, slot), light, json }, true)
    return IN_TAIL
  }

  setLogIndex({ seq, block, slot }: Pick<StoredEvent, 'seq' | 'block' | 'slot'>, logIndex: number | null): void {
    const drafted = this.#drafted({ block, slot })
    if (drafted !== null) drafted.logIndex = logIndex
    else if (block === null || slot === null) this.#stores.tail.setLogIndex(seq, logIndex)
    else this.#edits.setLogIndex(block, slot, logIndex)
  }

  light({ seq, block, slot }: StoredEvent): LightEvent | null {
    const drafted = this.#drafted({ block, slot })
    if (drafted !== null) return drafted.light
    return block === null || slot === null ? this.#stores.tail.light(seq) : this.#stores.blocks.open(block).light(slot)
  }

  /** Writes what was gathered. */
  finish(): void {
    this.#edits.write()
    const draft = this.#draft
    if (draft?.isWorthIt) draft.write(this.#conv)
    else for (const event of draft?.events ?? []) this.#undraft(event)
    this.#draft = null
  }

  #undraft(event: TailEvent): void {
    this.#stores.events.seal(event.seq, null, null)
    if (this.#check(event.light, event.json)) this.deviating += 1
    this.#toTail(event, true)
  }

  /** Sealed events are checked later; what a walk leaves in the tail is checked here. True when it is marked now. */
  #check(light: LightEvent, json: string): boolean {
    if (!this.#isWalk || light.isNonconforming) return false
    const event: unknown = JSON.parse(json)
    light.isNonconforming = isWireObject(event) && !conforms(event, light.bytes)
    return light.isNonconforming
  }

  #toTail(event: TailEvent, isSettled: boolean): void {
    this.tailBytes += event.light.bytes
    this.#stores.tail.insert(this.#conv, isSettled, event)
  }

  #drafted({ block, slot }: Place): TailEvent | null {
    if (block === null || slot === null || block !== this.#draft?.block) return null
    return this.#draft.events[slot] ?? null
  }
}
