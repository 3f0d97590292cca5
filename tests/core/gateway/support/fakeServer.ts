import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SeenRequest {
  method: string
  /** Path with query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface FakeServer {
  url: string
  seen: SeenRequest[]
  /** TCP connections accepted so far. */
  connections(): number
}

/** The far side of the wire: a real HTTP server on loopback that answers as the test says. Closes with the test. */
export async function fakeServer(
  answer: (request: SeenRequest, response: ServerResponse, nth: number) => void,
): Promise<FakeServer> {
  const seen: SeenRequest[] = []
  let connections = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const entry = { method, path: url, headers, body }
      seen.push(entry)
      answer(entry, response, seen.length)
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // listens on TCP
  return { url: `http://127.0.0.1:${port}`, seen, connections: () => connections }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export function sendText(response: ServerResponse, body: string, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers })
  response.end(body)
}

export const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Welcome</body></html>'
