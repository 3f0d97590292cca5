/** Where the events of a block stand: the only part of a block that changes after sealing. */
export interface Places {
  /** Log index; -1 when unknown, -2 when the slot is dead (its newest form is elsewhere). */
  logIndex: Float64Array
  provisional: Float64Array
  seq: Float64Array
}

export const UNKNOWN_PLACE = -1
export const DEAD_SLOT = -2

export function encodePlaces(places: Places): Uint8Array {
  const all = new Float64Array([...places.logIndex, ...places.provisional, ...places.seq])
  return new Uint8Array(all.buffer)
}

export function decodePlaces(bytes: Uint8Array): Places {
  // Copied: SQLite's buffer may lie on any offset, typed arrays need one of 8.
  const all = new Float64Array(bytes.slice().buffer)
  const count = all.length / 3
  return {
    logIndex: all.subarray(0, count),
    provisional: all.subarray(count, 2 * count),
    seq: all.subarray(2 * count),
  }
}
