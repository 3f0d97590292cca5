import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { HandrailError } from '../../shared/domain/index.ts'
import type { Clock } from '../core/ports.ts'
import type { PageFiles } from '../host/pageFiles.ts'
import { acceptedHost, isOwnOrigin } from './addressRules.ts'
import type { FileOffers } from './fileOffers.ts'
import { admit } from './firstFrame.ts'
import { LaunchToken } from './launchToken.ts'
import { isOfferPath, serveOffer } from './serveOffer.ts'
import { refuse, servePage } from './servePage.ts'
import { TryLimit } from './tryLimit.ts'

export interface WebHost {
  port: number
  /** The link of this launch, its token in the fragment. */
  link(): string
  close(): Promise<void>
}

export interface WebHostOptions {
  /** 0 picks a free one. */
  port: number
  /** Hosts accepted besides loopback names. */
  allowHosts: string[]
  files: PageFiles
  offers: FileOffers
  clock: Clock
  /** Gets each socket after its first frame was accepted. */
  accept(socket: WebSocket): void
  log(message: string): void
}

/** Sockets whose first frame is still awaited; more are refused, so that they cannot pile up. */
const MOST_WAITING = 32
/** A call carries at most a message that a person wrote; answers are not limited by this. */
const LARGEST_CALL = 16 * 2 ** 20

/**
 * Starts the loopback host (architecture decision 17).
 *
 * @throws HandrailError `conflict` when the port is taken.
 */
export async function createWebHost(options: WebHostOptions): Promise<WebHost> {
  const token = new LaunchToken()
  const tries = new TryLimit(options.clock)
  const connections = new Set<Socket>()
  let waiting = 0

  const server = createServer((request, response) => {
    const host = acceptedHost(request, options.allowHosts)
    if (host === null) return refuse(response, 421, 'This host name is not served here (see --allow-host).')
    if (isOfferPath(request)) void serveOffer(request, response, options.offers)
    else servePage(request, response, host, options.files)
  })
  // Without compression: its state costs memory for each socket, and loopback is fast.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_CALL, perMessageDeflate: false })

  /** The status with which an upgrade is refused, or null when it may go on. */
  function refusal(request: IncomingMessage): number | null {
    const host = acceptedHost(request, options.allowHosts)
    if (host === null) return 421
    if (!isOwnOrigin(request, host)) return 403
    if (request.url !== '/rpc') return 404
    if (tries.isReached() || waiting >= MOST_WAITING) return 429
    return null
  }

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    const status = refusal(request)
    if (status !== null || !(stream instanceof Socket)) {
      const code = status ?? 400
      options.log(`socket refused: ${code}`)
      stream.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, stream, head, async (socket) => {
      socket.on('error', () => socket.terminate())
      connections.add(stream)
      stream.once('close', () => connections.delete(stream))
      waiting += 1
      const isAdmitted = await admit(socket, stream, token, options.clock)
      waiting -= 1
      if (isAdmitted) return options.accept(socket)
      tries.failed()
      options.log('socket refused: first frame')
    })
  })

  const port = await listen(server, options.port)
  return {
    port,
    link: () => `http://127.0.0.1:${port}/#token=${token.text}`,
    async close() {
      for (const socket of sockets.clients) socket.close(1001)
      // After the close frames are out; a page that does not answer them must not delay the end.
      for (const connection of connections) connection.destroySoon()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // By address, never by name: `localhost` may mean more, and 0.0.0.0 would serve the network.
    const failed = (error: Error) => reject(portTaken(error, port) ?? error)
    server.once('error', failed).listen(port, '127.0.0.1', () => {
      server.off('error', failed)
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      resolve(address.port)
    })
  })
}

function portTaken(error: Error, port: number): HandrailError | null {
  if (!('code' in error) || error.code !== 'EADDRINUSE') return null
  return new HandrailError({
    code: 'conflict',
    message: `Port ${port} is taken by another program.`,
    advice: 'Choose another with --port, or leave it out for a free one.',
  })
}
