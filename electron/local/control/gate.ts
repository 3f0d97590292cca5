/** Holds scripted agents still between steps. */
export class Gate {
  #closed: { promise: Promise<void>; open: () => void } | undefined

  close(): void {
    if (this.#closed !== undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closed = { promise, open: resolve }
  }

  open(): void {
    this.#closed?.open()
    this.#closed = undefined
  }

  /** Resolves when the gate is open; rejects with the signal's reason. */
  async pass(signal: AbortSignal): Promise<void> {
    if (this.#closed === undefined) return
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    await Promise.race([this.#closed.promise, aborted])
    signal.removeEventListener('abort', stop)
  }
}
