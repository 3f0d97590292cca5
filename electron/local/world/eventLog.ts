import type { JsonObject } from '../json.ts'

/** An event as an agent server sends it: nulls omitted, `kind` last. */
export type WireEvent = JsonObject & { id: string; timestamp: string; source: string; kind: string }

/** One stored event: its JSON text is made once and only sliced afterwards. */
export interface StoredEvent {
  id: string
  timestamp: string
  kind: string
  source: string
  text: string
}

/** Makes the stored form of an event. */
export function storedEvent(event: WireEvent): StoredEvent {
  const { id, timestamp, kind, source } = event
  return { id, timestamp, kind, source, text: JSON.stringify(event) }
}

/** The durable events of one conversation in log order. Seeded history is generated at the first touch. */
export class EventLog {
  #events: StoredEvent[] | undefined
  readonly #positions = new Map<string, number>()
  readonly #past: () => StoredEvent[]
  /** How many events the past holds, known without generating it. */
  readonly pastLength: number
  #added = 0

  constructor(pastLength: number, past: () => StoredEvent[]) {
    this.pastLength = pastLength
    this.#past = past
  }

  get length(): number {
    return this.pastLength + this.#added
  }

  get events(): readonly StoredEvent[] {
    return this.#load()
  }

  /** Position of an event; undefined for an unknown id. */
  positionOf(id: string): number | undefined {
    this.#load()
    return this.#positions.get(id)
  }

  /** Appends and gives the event's position, which is its `seq` on the session socket. */
  append(event: StoredEvent): number {
    const events = this.#load()
    const position = events.length
    events.push(event)
    this.#positions.set(event.id, position)
    this.#added += 1
    return position
  }

  #load(): StoredEvent[] {
    if (this.#events === undefined) {
      this.#events = this.#past()
      for (const [position, event] of this.#events.entries()) this.#positions.set(event.id, position)
    }
    return this.#events
  }
}
