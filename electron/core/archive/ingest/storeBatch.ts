import type { BlockTable } from '../store/blockTable.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import { type EventTable, RANK, type StoredEvent } from '../store/eventTable.ts'
import type { TailTable } from '../store/tailTable.ts'
import { type ChangeSet, emptyChanges } from './changeSet.ts'
import { withEvent } from './facts.ts'
import { Forms } from './forms.ts'
import type { PreparedEvent } from './prepareEvent.ts'

export interface EventStores {
  events: EventTable
  tail: TailTable
  blocks: BlockTable
}

export interface Placing {
  logIndex: number | null
  provisional: number
  rank: number
}

/** Writes events of one conversation inside one transaction, and remembers what changed. */
export class StoreBatch {
  readonly changes: ChangeSet = emptyChanges()
  readonly #stores: EventStores
  readonly #forms: Forms
  readonly #conversation: StoredConversation
  /** Log indices given in this batch, with the time of the event. */
  readonly #indexed = new Map<number, { id: string; timeUs: number | null; isRepeat: boolean }>()

  /** `isWalk`: new events are settled and come in long runs. */
  constructor(stores: EventStores, conversation: StoredConversation, isWalk: boolean) {
    this.#stores = stores
    this.#forms = new Forms(stores, conversation.conv, isWalk)
    this.#conversation = conversation
  }

  /** Stores an event, or a form of a stored one that replaces it. Idempotent. */
  put(prepared: PreparedEvent, placing: Placing): void {
    const { conv, state } = this.#conversation
    let isRepeat = false
    if (this.#insert(prepared, placing)) {
      this.learn(prepared, placing.logIndex, placing.provisional)
    } else {
      const stored = this.#stores.events.get(conv, prepared.id)
      if (stored !== null) isRepeat = this.#again(prepared, placing, stored)
    }
    if (placing.logIndex === null) return
    this.#indexed.set(placing.logIndex, { id: prepared.id, timeUs: prepared.light.timeUs, isRepeat })
    state.highestLogIndex = Math.max(state.highestLogIndex, placing.logIndex)
  }

  /** Writes what is left to be written. */
  finish(): void {
    this.#forms.finish()
    this.changes.tailBytes = this.#forms.tailBytes
    this.#conversation.state.nonconforming += this.#forms.deviating
  }

  /** Takes facts from an event, stored or not. */
  learn({ light, event }: PreparedEvent, logIndex: number | null, timeUs: number): void {
    const at = { logIndex, timeUs: light.timeUs ?? timeUs }
    this.#conversation.facts = withEvent(this.#conversation.facts, light, event, at)
  }

  /**
   * Moves `headCount` over everything that is stored without a hole. `skipped`: places of the log that hold
   * something that is not durable.
   */
  advanceHead(skipped: ReadonlySet<number>): void {
    const { conv, state } = this.#conversation
    for (;;) {
      const known = this.#indexed.get(state.headCount)
      if (known?.isRepeat === true) {
        state.headCount += 1
        state.headRepeats += 1
      } else if (known !== undefined) {
        this.#pass(known.id, known.timeUs)
      } else if (skipped.has(state.headCount)) {
        state.headCount += 1
        state.headLeftOut += 1
      } else {
        if (state.headCount > state.highestLogIndex) return
        const before = state.headCount
        for (const { id, logIndex } of this.#stores.events.indexedFrom(conv, before, 500)) {
          if (logIndex !== state.headCount) break
          this.#pass(id, this.#indexed.get(logIndex)?.timeUs ?? null)
        }
        if (state.headCount === before) return
      }
    }
  }

  #pass(id: string, timeUs: number | null): void {
    const { state } = this.#conversation
    state.headLastIndex = state.headCount
    state.headCount += 1
    state.headLastId = id
    state.headTimeUs = Math.max(state.headTimeUs, timeUs ?? 0)
  }

  /** False when the event is stored already. */
  #insert(prepared: PreparedEvent, { logIndex, provisional, rank }: Placing): boolean {
    const { conv, state } = this.#conversation
    const { id, light, json, crc } = prepared
    const seq = this.#stores.tail.takeSeq()
    const stored = { seq, rank, crc, bytes: light.bytes, logIndex, provisional, ...this.#forms.next() }
    if (!this.#stores.events.insert(conv, id, stored)) return false
    if (logIndex !== null) this.#clearPlace(logIndex, id)
    this.#forms.add({ seq, logIndex, provisional, light, json }, rank > RANK.live)
    state.stored += 1
    if (light.isNonconforming) state.nonconforming += 1
    this.changes.inserted.push({ light, seq, logIndex, provisional })
    return true
  }

  /** True when the log holds the event's id at another place already: the first one stays. */
  #again(prepared: PreparedEvent, { logIndex, rank }: Placing, stored: StoredEvent): boolean {
    const { state } = this.#conversation
    const { events, tail } = this.#stores
    const { id, light, json, crc } = prepared
    let now = stored
    // An app server's copy never replaces an agent server's, nor a live frame a stored form.
    const isNewer = rank >= stored.rank && (crc !== stored.crc || light.bytes !== stored.bytes)
    if (isNewer) {
      const before = this.#forms.light(stored)
      now = { ...stored, rank, crc, bytes: light.bytes, ...this.#forms.replace(stored, rank > RANK.live, light, json) }
      state.nonconforming += Number(light.isNonconforming) - Number(before?.isNonconforming ?? false)
      events.update(now)
      this.changes.replaced.push(light)
    } else if (rank > stored.rank) {
      events.update({ ...stored, rank })
      if (stored.block === null) tail.settle(stored.seq)
    }
    if (logIndex === null || logIndex === stored.logIndex) return false
    this.#clearPlace(logIndex, id)
    if (this.#isFirm(id, stored.logIndex)) return true
    this.#setPlace(id, now, logIndex)
    return false
  }

  /** Whether the event was met at this place by the walk that goes on. */
  #isFirm(id: string, logIndex: number | null): boolean {
    if (logIndex === null) return false
    return logIndex < this.#conversation.state.headCount || this.#indexed.get(logIndex)?.id === id
  }

  /** Another event may still be thought to be at this place, from a log that the server has begun anew. */
  #clearPlace(logIndex: number, id: string): void {
    const { conv, state } = this.#conversation
    if (logIndex > state.highestLogIndex) return
    for (const other of this.#stores.events.idsAt(conv, logIndex)) {
      const stored = other === id ? null : this.#stores.events.get(conv, other)
      if (stored !== null) this.#setPlace(other, stored, null)
    }
  }

  #setPlace(id: string, stored: StoredEvent, logIndex: number | null): void {
    this.#stores.events.setLogIndex(stored.seq, logIndex)
    this.#forms.setLogIndex(stored, logIndex)
    this.changes.indexed.push({ id, logIndex })
  }
}
