import { LANES } from '../../../../shared/domain/index.ts'
import type { ChangeSet, PlacedEvent } from '../ingest/changeSet.ts'
import type { LightEvent } from '../ingest/lightEvent.ts'
import { columnsOf, type EventColumns, type Extra, FLAG, flagsOf, riskCode } from './blockColumns.ts'
import { Dictionary } from './dictionary.ts'
import { withRoom } from './growing.ts'
import { Links } from './links.ts'

export interface ColumnPlaces {
  logIndex: ArrayLike<number>
  provisional: ArrayLike<number>
  seq: ArrayLike<number>
}

/**
 * Columns of one open conversation: one slot per event, in order of coming. Slots never move; order is computed
 * (architecture decisions 6 and 7). `touched` gathers slots whose row changed since it was last taken.
 */
export class Columns {
  readonly kinds = new Dictionary()
  readonly tools = new Dictionary()
  readonly sources = new Dictionary()
  readonly paths = new Dictionary(0xffff_ffff)
  links = new Links()
  /** Few events have one: state updates and condensations. */
  readonly extras = new Map<number, Extra>()
  readonly ids: string[] = []
  readonly responseIds: (string | null)[] = []
  readonly actionIds: (string | null)[] = []
  readonly callIds: (string | null)[] = []
  /** NaN where the time is unreadable. */
  timeUs = new Float64Array(0)
  /** -1 where unknown. */
  logIndex = new Float64Array(0)
  provisional = new Float64Array(0)
  seq = new Float64Array(0)
  bytes = new Float64Array(0)
  kind = new Uint16Array(0)
  tool = new Uint16Array(0)
  source = new Uint16Array(0)
  path = new Uint32Array(0)
  risk = new Uint8Array(0)
  lane = new Uint8Array(0)
  flags = new Uint16Array(0)
  touched = new Set<number>()
  /** Rises with every change. */
  version = 0
  readonly #forgotten = new Set<string>()
  #slots: Map<string, number> | null = null

  get count(): number {
    return this.ids.length
  }

  /** Slot of an event, or -1. */
  slotOf(id: string): number {
    this.#slots ??= new Map(this.ids.map((known, slot) => [known, slot]))
    return this.#slots.get(id) ?? -1
  }

  /** Adds events; `skip` tells which ones of the batch not to (dead slots of a block). */
  append(batch: EventColumns, places: ColumnPlaces, skip: (at: number) => boolean = () => false): void {
    this.#reserve(this.count + batch.ids.length)
    const kinds = batch.kinds.map((kind) => this.kinds.codeOf(kind))
    const tools = batch.tools.map((tool) => this.tools.codeOf(tool))
    const sources = batch.sources.map((source) => this.sources.codeOf(source))
    const paths = batch.paths.map((path) => this.paths.codeOf(path))
    const extras = new Map(batch.extras.map((extra) => [extra.at, extra]))
    for (const [at, id] of batch.ids.entries()) {
      if (skip(at)) continue
      const slot = this.ids.push(id) - 1
      this.timeUs[slot] = batch.timeUs[at] ?? Number.NaN
      this.logIndex[slot] = places.logIndex[at] ?? -1
      this.provisional[slot] = places.provisional[at] ?? 0
      this.seq[slot] = places.seq[at] ?? 0
      this.bytes[slot] = batch.bytes[at] ?? 0
      this.kind[slot] = kinds[batch.kind[at] ?? -1] ?? 0
      this.tool[slot] = tools[batch.tool[at] ?? -1] ?? 0
      this.source[slot] = sources[batch.source[at] ?? -1] ?? 0
      this.path[slot] = paths[batch.path[at] ?? -1] ?? 0
      this.risk[slot] = batch.risk[at] ?? 0
      this.lane[slot] = batch.lane[at] ?? 0
      this.flags[slot] = batch.flags[at] ?? 0
      this.actionIds[slot] = batch.actionIds[at] ?? null
      this.callIds[slot] = batch.callIds[at] ?? null
      this.responseIds[slot] = batch.responseIds[at] ?? null
      this.#slots?.set(id, slot)
      const extra = extras.get(at)
      if (extra !== undefined) this.#addExtra(slot, extra)
      this.#link(slot, id)
      if (this.#forgotten.has(id)) this.#flag(slot, FLAG.condensed)
    }
    this.version += 1
  }

  /** What few events have, or null. Asked for every slot, so that most answers must cost nothing. */
  extraOf(slot: number): Extra | null {
    return ((this.flags[slot] ?? 0) & FLAG.extra) === 0 ? null : (this.extras.get(slot) ?? null)
  }

  /** Applies what a committed batch changed. */
  apply(changes: ChangeSet): void {
    if (changes.inserted.length > 0) this.#insert(changes.inserted)
    for (const light of changes.replaced) this.#replace(light)
    for (const { id, logIndex } of changes.indexed) {
      const slot = this.slotOf(id)
      if (slot === -1) continue
      this.logIndex[slot] = logIndex ?? -1
      this.touched.add(slot)
    }
    this.version += 1
  }

  /** Forgets the log order of everything. */
  forgetOrder(): void {
    this.logIndex.fill(-1)
    for (let slot = 0; slot < this.count; slot += 1) this.touched.add(slot)
    this.version += 1
  }

  /** Joins actions and answers anew in this order of slots, because they came in another one. */
  relink(slots: Int32Array): void {
    const before = this.links
    this.links = new Links()
    for (const slot of slots) this.#link(slot, this.ids[slot] ?? '')
    for (const slot of slots) if (before.partner(slot) !== this.links.partner(slot)) this.touched.add(slot)
  }

  #insert(events: readonly PlacedEvent[]): void {
    const first = this.count
    this.append(columnsOf(events.map((event) => event.light)), {
      logIndex: events.map((event) => event.logIndex ?? -1),
      provisional: events.map((event) => event.provisional),
      seq: events.map((event) => event.seq),
    })
    for (let slot = first; slot < this.count; slot += 1) this.touched.add(slot)
  }

  /** Links stay as they were: a stored form differs from its live frame in small things (contract §18.2). */
  #replace(light: LightEvent): void {
    const slot = this.slotOf(light.id)
    if (slot === -1) return
    const [first] = columnsOf([light]).extras
    this.timeUs[slot] = light.timeUs ?? Number.NaN
    this.bytes[slot] = light.bytes
    this.kind[slot] = this.kinds.codeOf(light.kind)
    this.tool[slot] = this.tools.codeOf(light.tool)
    this.source[slot] = this.sources.codeOf(light.source)
    this.path[slot] = this.paths.codeOf(light.paths.length === 0 ? null : light.paths.join('\n'))
    this.risk[slot] = riskCode(light.risk)
    this.lane[slot] = LANES.indexOf(light.lane)
    this.flags[slot] = flagsOf(light) | ((this.flags[slot] ?? 0) & (FLAG.condensed | FLAG.extra))
    this.responseIds[slot] = light.responseId
    if (first !== undefined) this.#addExtra(slot, first)
    this.touched.add(slot)
  }

  #link(slot: number, id: string): void {
    const flags = this.flags[slot] ?? 0
    const callId = this.callIds[slot] ?? null
    let partner = -1
    if (flags & FLAG.action) partner = this.links.addAction(slot, id, callId)
    else if (flags & FLAG.answer) partner = this.links.addAnswer(slot, this.actionIds[slot] ?? null, callId)
    else this.links.addOther(slot)
    if (partner !== -1) this.touched.add(partner)
  }

  #addExtra(slot: number, extra: Extra): void {
    this.extras.set(slot, extra)
    this.flags[slot] = (this.flags[slot] ?? 0) | FLAG.extra
    for (const id of extra.forgotten ?? []) {
      this.#forgotten.add(id)
      const forgotten = this.slotOf(id)
      if (forgotten !== -1) this.#flag(forgotten, FLAG.condensed)
    }
  }

  #flag(slot: number, flag: number): void {
    this.flags[slot] = (this.flags[slot] ?? 0) | flag
    this.touched.add(slot)
  }

  #reserve(length: number): void {
    const float = (size: number) => new Float64Array(size)
    const word = (size: number) => new Uint16Array(size)
    const byte = (size: number) => new Uint8Array(size)
    this.timeUs = withRoom(this.timeUs, length, float)
    this.logIndex = withRoom(this.logIndex, length, float)
    this.provisional = withRoom(this.provisional, length, float)
    this.seq = withRoom(this.seq, length, float)
    this.bytes = withRoom(this.bytes, length, float)
    this.kind = withRoom(this.kind, length, word)
    this.tool = withRoom(this.tool, length, word)
    this.source = withRoom(this.source, length, word)
    this.flags = withRoom(this.flags, length, word)
    this.path = withRoom(this.path, length, (size) => new Uint32Array(size))
    this.lane = withRoom(this.lane, length, byte)
    this.risk = withRoom(this.risk, length, byte)
  }
}
