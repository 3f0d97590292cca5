import { countMarkers, isWireObject } from '../../../../shared/domain/index.ts'
import { FLAG, type StoredColumns } from '../columns/blockColumns.ts'
import { type LightEvent, lightOfEvent } from '../ingest/lightEvent.ts'

/** A sealed block, unpacked: the JSON of its events, and rows of those that somebody asked for. */
export class OpenBlock {
  readonly bodies: readonly string[]
  readonly #columns: StoredColumns
  readonly #lights: LightEvent[] = []

  constructor(bodies: readonly string[], columns: StoredColumns) {
    this.bodies = bodies
    this.#columns = columns
  }

  /** Of every slot, the dead ones too. Throws when bodies and columns do not belong together. */
  lights(): LightEvent[] {
    return this.#columns.ids.map((id, slot) => {
      const light = this.light(slot)
      if (light === null) throw new TypeError(`event ${id} has no body`)
      return light
    })
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
