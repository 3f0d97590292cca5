import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Carries every byte to a server and back, as it is, and counts those that came back. */
export interface CountingProxy {
  url: string
  /** Bytes from the server since it was last asked. */
  received(): number
  /** Cuts what stands, and lets nobody in. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startCountingProxy(serverUrl: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(serverUrl)
  const lines = new Set<Socket>()
  let isCut = false
  let received = 0
  const proxy = createServer((line) => {
    if (isCut) return void line.destroy()
    const far = connect(Number(port), hostname)
    far.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    for (const [one, other] of [
      [line, far],
      [far, line],
    ] as const) {
      lines.add(one)
      one.pipe(other)
      // The close that follows is carried to the other end.
      one.on('error', () => undefined)
      one.on('close', () => {
        lines.delete(one)
        other.destroy()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    isCut = true
    for (const line of lines) line.destroy()
  }
  const address = proxy.address() as AddressInfo // It listens on TCP.
  return {
    url: `http://127.0.0.1:${address.port}`,
    received() {
      const bytes = received
      received = 0
      return bytes
    },
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
