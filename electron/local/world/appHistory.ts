import type { Clock } from '../clock.ts'
import type { EventLog, StoredEvent } from './eventLog.ts'

/**
 * The app server's copy of a conversation's events. Webhooks feed it, so it is late, may have holes,
 * and holds `full_state` and deltas too (contract §8, §18.2). It is sorted by time, not by log order.
 */
export class AppHistory {
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #lagMs: number
  readonly #arriving: { at: number; event: StoredEvent }[] = []
  #sorted: StoredEvent[] | undefined
  #lost = new Set<string>()

  constructor(log: EventLog, clock: Clock, lagMs: number) {
    this.#log = log
    this.#clock = clock
    this.#lagMs = lagMs
  }

  add(event: StoredEvent): void {
    this.#arriving.push({ at: this.#clock.now() + this.#lagMs, event })
  }

  /** Makes events vanish from the app server's view, as lost webhooks do. */
  lose(ids: readonly string[]): void {
    this.#lost = new Set([...this.#lost, ...ids])
    if (this.#sorted !== undefined) this.#sorted = this.#sorted.filter((event) => !this.#lost.has(event.id))
  }

  /** All events that have arrived, oldest first. */
  events(): readonly StoredEvent[] {
    if (this.#sorted === undefined) {
      const past = this.#log.events.slice(0, this.#log.pastLength).filter((event) => !this.#lost.has(event.id))
      this.#sorted = past.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
    }
    const now = this.#clock.now()
    let arrived = 0
    while ((this.#arriving[arrived]?.at ?? Number.POSITIVE_INFINITY) <= now) arrived += 1
    for (const { event } of this.#arriving.splice(0, arrived)) this.#insert(this.#sorted, event)
    return this.#sorted
  }

  #insert(sorted: StoredEvent[], event: StoredEvent): void {
    if (this.#lost.has(event.id)) return
    let position = sorted.length
    while (position > 0 && (sorted[position - 1]?.timestamp ?? '') > event.timestamp) position -= 1
    sorted.splice(position, 0, event)
  }
}
