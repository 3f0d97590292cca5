import { expect } from 'vitest'

/** Waits for a state as long as a busy machine may need: `expect.poll` alone gives up after a second. */
export function until<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 20_000 })
}
