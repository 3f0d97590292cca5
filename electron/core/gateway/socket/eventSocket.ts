import WebSocket, { type RawData } from 'ws'
import type { HostPorts } from '../../ports.ts'
import type { AgentTarget } from '../agentServer/agentSession.ts'
import type { ValueRedactor } from '../redaction/valueRedactor.ts'
import type { EventSocket, SocketEnd, SocketOptions } from '../types.ts'
import { socketUrl } from './dialects.ts'
import { createFrameGatherer } from './frameGatherer.ts'
import { type Heartbeat, SILENCE_MS, startHeartbeat } from './heartbeat.ts'
import { proxyAgent } from './proxyAgent.ts'
import { closedEnd, HANDSHAKE_TIMEOUT_END, refusedEnd, silentEnd, unreachableEnd } from './socketEnd.ts'

export type SocketDeps = Pick<HostPorts, 'clock' | 'proxyFor'> & { redactor: ValueRedactor }

const HANDSHAKE_MS = 20_000
/** A server that does not answer our close frame keeps a connection open; it is cut after this. */
const CLOSE_MS = 2_000
/** Events of 20 MB are real. */
const LARGEST_FRAME = 256 * 1024 * 1024

/**
 * Opens one socket to an agent server: first-frame auth (contract §13), redaction of every frame, pings, a limit on
 * silence. Tells `onEnd` exactly once, with the last frames before it; after `close()` tells nothing any more.
 */
export function createEventSocket(target: AgentTarget, options: SocketOptions, deps: SocketDeps): EventSocket {
  const { clock, redactor } = deps
  const over = new AbortController()
  let socket: WebSocket | null = null
  let heartbeat: Heartbeat | null = null
  let isReading = true
  const gatherer = createFrameGatherer((frames) => options.onFrames(frames.map(redactor.redact)))

  function stop(): void {
    over.abort()
    heartbeat?.stop()
  }

  function end(how: SocketEnd): void {
    if (over.signal.aborted) return
    stop()
    gatherer.flush()
    options.onEnd({ ...how, reason: redactor.redact(how.reason) })
    socket?.terminate()
  }

  async function connect(): Promise<void> {
    const key = await target.key()
    redactor.hold(key)
    const url = socketUrl(target.baseUrl, options)
    const agent = proxyAgent(await deps.proxyFor(url.replace(/^ws/, 'http')), url.startsWith('wss:'))
    if (over.signal.aborted) return
    socket = new WebSocket(url, {
      maxPayload: LARGEST_FRAME,
      followRedirects: false, // the auth frame would go to wherever the server points
      ...(agent === undefined ? {} : { agent }),
    })
    listen(socket, key)
    await clock.sleep(HANDSHAKE_MS, over.signal)
    if (socket.readyState === WebSocket.CONNECTING) end(HANDSHAKE_TIMEOUT_END)
  }

  function listen(ws: WebSocket, key: string): void {
    ws.on('open', () => {
      if (over.signal.aborted) return
      ws.send(JSON.stringify({ type: 'auth', session_api_key: key }))
      if (!isReading) ws.pause()
      heartbeat = startHeartbeat({
        clock,
        ping: () => ws.ping(),
        onRoundTrip: (ms) => options.onPing(ms),
        onSilent: () => end(silentEnd(SILENCE_MS)),
      })
      if (!isReading) heartbeat.setReading(false)
      options.onOpen()
    })
    ws.on('message', (frame) => {
      if (over.signal.aborted) return
      heartbeat?.heard()
      gatherer.add(textOf(frame))
    })
    ws.on('pong', () => heartbeat?.pong())
    ws.on('ping', () => heartbeat?.heard())
    ws.on('unexpected-response', (request, response) => {
      end(refusedEnd(response.statusCode ?? 0))
      request.destroy()
    })
    // An error before the connection stands is the end; later ones are followed by `close` with their code.
    ws.on('error', (error) => {
      if (heartbeat === null) end(unreachableEnd(error))
    })
    ws.on('close', (code, reason) => end(closedEnd(code, redactor.redact(reason.toString('utf8')))))
  }

  connect().catch((error) => {
    if (!over.signal.aborted) end(unreachableEnd(error))
  })

  return {
    pauseReading() {
      isReading = false
      socket?.pause()
      heartbeat?.setReading(false)
    },
    resumeReading() {
      isReading = true
      socket?.resume()
      heartbeat?.setReading(true)
    },
    close() {
      if (over.signal.aborted) return
      stop()
      gatherer.stop()
      if (socket !== null) hangUp(socket, deps)
    },
  }
}

/** Says goodbye, then cuts the line. */
function hangUp(socket: WebSocket, { clock }: SocketDeps): void {
  const closed = new AbortController()
  socket.on('close', () => closed.abort())
  // A paused socket would never read the answer to our close frame.
  socket.resume()
  socket.close(1000)
  clock.sleep(CLOSE_MS, closed.signal).then(
    () => socket.terminate(),
    () => {}, // closed in time
  )
}

function textOf(frame: RawData): string {
  if (Buffer.isBuffer(frame)) return frame.toString('utf8')
  return (Array.isArray(frame) ? Buffer.concat(frame) : Buffer.from(frame)).toString('utf8')
}
