import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

export interface FakeSocketServer {
  url: string
  /** Paths of the handshakes, with query. */
  paths: string[]
  headers: IncomingMessage['headers'][]
}

/** A real WebSocket server on loopback; `refuse` answers the handshake with a status instead. Closes with the test. */
export async function fakeSocketServer(
  onSocket: (socket: WebSocket, line: Socket) => void,
  refuse: number | null = null,
): Promise<FakeSocketServer> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const paths: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const lines = new Set<Socket>()
  server.on('connection', (line) => lines.add(line))
  server.on('upgrade', (request, line, head) => {
    paths.push(request.url ?? '')
    headers.push(request.headers)
    if (refuse !== null) {
      line.end(`HTTP/1.1 ${refuse} Refused\r\nlocation: http://elsewhere.test/\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, line, head, (socket) => onSocket(socket, request.socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const line of lines) line.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // listens on TCP
  return { url: `http://127.0.0.1:${port}`, paths, headers }
}
