import { RPCLink } from '@orpc/client/websocket'
import { z } from 'zod'
import type { Credentials } from './credentials.ts'
import { NotLetInError } from './errors.ts'
import { watchHeartbeat } from './heartbeat.ts'
import type { HostLink, OpenHostLink } from './hostConnection.ts'

const NOT_LET_IN = 4401
const letInSchema = z.object({ ok: z.literal(true) })

/** The browser host: `/rpc` of the page's own host, which a tunnel may have renamed. */
export function rpcAddress(page: Pick<Location, 'protocol' | 'host'> = window.location): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/rpc`
}

/** Shows the credentials in the first frame; the link is open once the host answered that frame. */
export function webSocketOpener(credentials: Credentials, address: string = rpcAddress()): OpenHostLink {
  return async function open(signal): Promise<HostLink> {
    signal.throwIfAborted()
    const frame = credentials.firstFrame()
    if (frame === null) throw new NotLetInError('There is no token to show.')
    try {
      return carry(await letIn(address, frame, signal))
    } catch (error) {
      if (error instanceof NotLetInError) credentials.refuse()
      throw error
    }
  }
}

function letIn(address: string, frame: string, signal: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const done = new AbortController()
    const fail = (error: Error) => {
      done.abort()
      socket.close()
      reject(error)
    }
    const listen = { signal: done.signal }
    signal.addEventListener('abort', () => fail(new Error('Stopped.')), listen)
    socket.addEventListener('open', () => socket.send(frame), listen)
    socket.addEventListener(
      'message',
      (event) => {
        const answer = letInSchema.safeParse(readJson(event.data))
        if (!answer.success) return fail(new Error('The host answered the first frame with something else.'))
        done.abort()
        resolve(socket)
      },
      listen,
    )
    socket.addEventListener(
      'close',
      ({ code }) => fail(code === NOT_LET_IN ? new NotLetInError('Refused.') : new Error(`Closed with ${code}.`)),
      listen,
    )
  })
}

function carry(socket: WebSocket): HostLink {
  // Before our own listener: oRPC must have ended its calls when they are aborted, else it sends into a closed socket.
  const link = new RPCLink({ websocket: socket })
  let stopHeartbeat: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', () => {
      stopHeartbeat()
      resolve()
    })
  })
  // A frozen host or a dead tunnel closes nothing by itself.
  stopHeartbeat = watchHeartbeat(link, () => socket.close())
  return { link, closed, isClosed: () => socket.readyState >= WebSocket.CLOSING, close: () => socket.close() }
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}
