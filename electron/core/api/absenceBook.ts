import type { Absence, Sandbox } from '../../../shared/domain/index.ts'

/** Answers closer together than this come from the same look of the server at its runtime. */
const SIGHTING_APART_MS = 10_000

/**
 * Counts how often a sandbox was seen MISSING in a row: once proves nothing, since a runtime that could not be asked
 * looks the same (contract §16.23).
 */
export class AbsenceBook {
  readonly #now: () => number
  readonly #seen = new Map<string, Absence & { last: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The sandbox with its absence so far; any other status begins anew. */
  note(sandbox: Sandbox): Sandbox {
    const key = `${sandbox.connectionId}/${sandbox.id}`
    if (sandbox.status !== 'MISSING') {
      this.#seen.delete(key)
      return { ...sandbox, absence: null }
    }
    const now = this.#now()
    const before = this.#seen.get(key)
    const isAnother = before === undefined || now - before.last >= SIGHTING_APART_MS
    const entry = isAnother ? { seen: (before?.seen ?? 0) + 1, since: before?.since ?? now, last: now } : before
    this.#seen.set(key, entry)
    return { ...sandbox, absence: { seen: entry.seen, since: entry.since } }
  }
}
