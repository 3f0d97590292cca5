import type { Clock } from '../../../electron/core/ports.ts'

/** A clock that moves only when told to. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000
  #sleepers = new Set<{ due: number; wake: () => void }>()
  #watchers: (() => void)[] = []

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const sleeper = { due: this.#now + ms, wake: resolve }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper)
        reject(signal.reason)
      })
      for (const watcher of this.#watchers.splice(0)) watcher()
    })
  }

  advance(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) {
      if (sleeper.due > this.#now) continue
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
  }

  /** Resolves when someone waits on this clock. */
  async someoneSleeps(): Promise<void> {
    if (this.#sleepers.size === 0) await new Promise<void>((resolve) => this.#watchers.push(resolve))
  }
}
