import type { WebSocket } from 'ws'
import type { Faults } from '../../http/faults.ts'

/** The sending side of one socket. A silent service swallows its frames. */
export class Channel {
  readonly socket: WebSocket
  readonly #faults: Faults

  constructor(socket: WebSocket, faults: Faults) {
    this.socket = socket
    this.#faults = faults
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  send(text: string): void {
    if (this.isOpen && !this.#faults.isSilent) this.socket.send(text)
  }

  /** Resolves when what was sent has mostly left, so that a replay does not fill the memory. */
  async drained(): Promise<void> {
    while (this.isOpen && this.socket.bufferedAmount > 4_000_000) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
