import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Faults } from './faults.ts'

/** A listening loopback server. */
export interface Listening {
  url: string
  port: number
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

/** What a server does besides answering requests. */
export interface ListenOptions {
  port: number
  faults: Faults
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/**
 * Serves an application on 127.0.0.1. After a 500 the kept-alive connection is poisoned: its next request
 * is reset, as both real servers do (contract §18.1).
 */
export async function listen(app: Hono, options: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(app.fetch)
  const sockets = new Set<Socket>()
  const poisoned = new WeakSet<Socket>()
  const server = createServer((request, response) => {
    if (poisoned.has(request.socket)) {
      request.socket.resetAndDestroy()
      return
    }
    response.on('finish', () => {
      if (response.statusCode === 500) poisoned.add(request.socket)
    })
    options.faults.pass(request, response, () => void answer(request, response))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    options.faults.count('WS', request.url ?? '/')
    if (options.upgrade === undefined) socket.destroy()
    else options.upgrade(request, socket, head)
  })
  const { port } = await bind(server, options.port)
  return { url: `http://127.0.0.1:${port}`, port, close: () => shut(server, sockets) }
}

function bind(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'))
      else resolve(address)
    })
  })
}

function shut(server: Server, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
}
