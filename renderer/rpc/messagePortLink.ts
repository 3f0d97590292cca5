import { RPCLink } from '@orpc/client/message-port'
import { watchHeartbeat } from './heartbeat.ts'
import type { HostLink, OpenHostLink } from './hostConnection.ts'

/** A link over a port that is already there. */
export function portLink(port: MessagePort): HostLink {
  let isClosed = false
  let stopHeartbeat: () => void = () => undefined
  let settle: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    settle = () => {
      isClosed = true
      stopHeartbeat()
      resolve()
    }
  })
  port.addEventListener('close', () => settle())
  const link = new RPCLink({ port })
  port.start()
  const close = () => {
    // A closed port says so to neither side in every engine; ours has to hear it for the calls that wait.
    port.dispatchEvent(new Event('close'))
    port.close()
  }
  stopHeartbeat = watchHeartbeat(link, close)
  return { link, closed, isClosed: () => isClosed, close }
}

/**
 * The Electron host: the preload hands over a port with the window message `{ handrail: 'port' }`, and again with
 * every new one. Call it first: the message may come before the page is drawn.
 */
export function portOpener(page: Window = window): OpenHostLink {
  const waiting: MessagePort[] = []
  let arrived: () => void = () => undefined
  let current: HostLink | null = null
  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0]
    // Only the preload of this very window may name the host.
    if (event.source !== page || port === undefined || !isPortMessage(event.data)) return
    waiting.splice(0, waiting.length, port)
    current?.close()
    arrived()
  })
  return async function open(signal) {
    for (;;) {
      const port = waiting.shift()
      if (port !== undefined) {
        current = portLink(port)
        return current
      }
      await new Promise<void>((resolve, reject) => {
        arrived = resolve
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    }
  }
}

function isPortMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'handrail' in message && message.handrail === 'port'
}
