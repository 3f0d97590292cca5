import { randomUUID } from 'node:crypto'
import type { Troubles as Told, Trouble } from '../../shared/rpc/index.ts'

const MOST = 20

/** What went wrong in Handrail itself and a person should know: told to every page until it is dismissed, or over. */
export class Troubles {
  #told: Told = { blocked: null, troubles: [] }
  readonly #listeners = new Set<() => void>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  get told(): Told {
    return this.#told
  }

  /** The same words again only move their time. */
  add(message: string): void {
    const others = this.#told.troubles.filter((one) => one.message !== message)
    const trouble: Trouble = { id: randomUUID(), at: this.#now(), message }
    this.#set({ ...this.#told, troubles: [trouble, ...others].slice(0, MOST) })
  }

  dismiss(id: string): void {
    this.#set({ ...this.#told, troubles: this.#told.troubles.filter((one) => one.id !== id) })
  }

  /** Why nothing can be stored now; null when it can again. */
  block(blocked: string | null): void {
    this.#set({ ...this.#told, blocked })
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(told: Told): void {
    this.#told = told
    for (const listener of this.#listeners) listener()
  }
}
