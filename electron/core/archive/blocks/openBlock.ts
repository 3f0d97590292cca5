import { countMarkers, isWireObject } from '../../../../shared/domain/index.ts'
import { type EventColumns, FLAG } from '../columns/blockColumns.ts'
import { type LightEvent, lightOfEvent } from '../ingest/lightEvent.ts'

/** A sealed block, unpacked: the JSON of its events, and rows of those that somebody asked for. */
export class OpenBlock {
  readonly bodies: readonly string[]
  readonly #columns: EventColumns
  readonly #lights: LightEvent[] = []

  constructor(bodies: readonly string[], columns: EventColumns) {
    this.bodies = bodies
    this.#columns = columns
  }

  /** Null when the block has no such slot. */
  light(slot: number): LightEvent | null {
    const [json, id] = [this.bodies[slot], this.#columns.ids[slot]]
    if (json === undefined || id === undefined) return null
    const known = this.#lights[slot]
    if (known !== undefined) return known
    const event: unknown = JSON.parse(json)
    const light = lightOfEvent(isWireObject(event) ? event : {}, id, {
      bytes: this.#columns.bytes[slot] ?? 0,
      redactions: countMarkers(json),
      isNonconforming: ((this.#columns.flags[slot] ?? 0) & FLAG.nonconforming) !== 0,
    })
    this.#lights[slot] = light
    return light
  }
}
