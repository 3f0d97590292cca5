/** Stands in for the browser's WebSocket, so that a test speaks the host's part of the handshake. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = FakeSocket.CONNECTING
  readonly sent: unknown[] = []
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    queueMicrotask(() => {
      this.readyState = FakeSocket.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }

  send(frame: unknown): void {
    this.sent.push(frame)
  }

  close(): void {
    this.drop(1000)
  }

  receive(frame: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: frame }))
  }

  drop(code: number): void {
    if (this.readyState === FakeSocket.CLOSED) return
    this.readyState = FakeSocket.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

export class FakeSockets {
  opened: FakeSocket[] = []
  readonly #real = window.WebSocket

  install(): void {
    const { opened } = this
    class Socket extends FakeSocket {
      constructor(url: string) {
        super(url)
        opened.push(this)
      }
    }
    Object.assign(window, { WebSocket: Socket })
  }

  restore(): void {
    Object.assign(window, { WebSocket: this.#real })
    this.opened = []
  }
}
