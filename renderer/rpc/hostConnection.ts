import type { ClientLink, ClientOptions } from '@orpc/client'
import { HostGoneError, NotLetInError } from './errors.ts'

export type NoContext = Record<never, never>

/** One open way to the host. */
export interface HostLink {
  readonly link: ClientLink<NoContext>
  /** Resolves when the link can carry no more calls. */
  readonly closed: Promise<void>
  isClosed(): boolean
  close(): void
}

/** Opens a link; throws NotLetInError when trying again cannot help. */
export type OpenHostLink = (signal: AbortSignal) => Promise<HostLink>

export type HostStatus =
  | { state: 'connecting' }
  /** `generation` grows with every new link, so that streams know to subscribe again. */
  | { state: 'open'; generation: number }
  /** `at`: milliseconds since the epoch of the next attempt; null while one is under way. */
  | { state: 'lost'; attempt: number; at: number | null }
  | { state: 'refused' }

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000

/**
 * Keeps one link to the host process open: calls fail at once while it is lost, and it is opened again with back-off.
 * It is itself an oRPC link, so one client serves all generations.
 */
export class HostConnection implements ClientLink<NoContext> {
  readonly #open: OpenHostLink
  readonly #stopped = new AbortController()
  readonly #listeners = new Set<() => void>()
  #status: HostStatus = { state: 'connecting' }
  #current: HostLink | null = null
  #generation = 0
  #wake: () => void = () => undefined

  constructor(open: OpenHostLink) {
    this.#open = open
  }

  start(): void {
    void this.#keepOpen()
  }

  stop(): void {
    this.#stopped.abort()
    this.#current?.close()
    this.#wake()
  }

  /** Ends the wait for the next attempt. */
  retryNow(): void {
    this.#wake()
  }

  status = (): HostStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  call = async (path: readonly string[], input: unknown, options: ClientOptions<NoContext>): Promise<unknown> => {
    const link = await this.#ready(options.signal)
    try {
      return await link.link.call(path, input, options)
    } catch (cause) {
      if (link.isClosed() && options.signal?.aborted !== true) throw new HostGoneError({ cause })
      throw cause
    }
  }

  async #ready(signal: AbortSignal | undefined): Promise<HostLink> {
    if (this.#status.state === 'connecting') await this.#settled(signal)
    if (this.#current === null || this.#current.isClosed()) throw new HostGoneError()
    return this.#current
  }

  #settled(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        unsubscribe()
        signal?.removeEventListener('abort', abort)
      }
      const abort = () => {
        settle()
        reject(signal?.reason)
      }
      const unsubscribe = this.subscribe(() => {
        settle()
        resolve()
      })
      signal?.addEventListener('abort', abort)
    })
  }

  async #keepOpen(): Promise<void> {
    let attempt = 0
    while (!this.#stopped.signal.aborted) {
      try {
        const link = await this.#open(this.#stopped.signal)
        attempt = 0
        this.#current = link
        this.#generation += 1
        this.#become({ state: 'open', generation: this.#generation })
        await link.closed
      } catch (error) {
        if (error instanceof NotLetInError) {
          this.#become({ state: 'refused' })
          return
        }
      }
      this.#current = null
      if (this.#stopped.signal.aborted) return
      attempt += 1
      const delay = backOff(attempt)
      this.#become({ state: 'lost', attempt, at: Date.now() + delay })
      await this.#pause(delay)
      this.#become({ state: 'lost', attempt, at: null })
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #become(status: HostStatus): void {
    this.#status = status
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Doubles from 0.5 s to 10 s, less up to a quarter, so that many pages do not come back at the same moment. */
function backOff(attempt: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return delay * (1 - Math.random() / 4)
}
