import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A real HTTP proxy on loopback: tunnels CONNECT, forwards upgrades; `asked` names what was asked of it. */
export async function fakeProxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const lines = new Set<Socket>()
  const server = createServer()
  server.on('connection', (line) => lines.add(line))
  server.on('connect', (asking: IncomingMessage, line: Socket) => {
    asked.push(`CONNECT ${asking.url}`)
    const { hostname, port } = new URL(`http://${asking.url}`)
    const far = connect(Number(port), hostname, () => {
      line.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(line).pipe(far)
    })
    lines.add(far)
    for (const each of [far, line]) each.on('error', () => {})
  })
  server.on('upgrade', (asking: IncomingMessage, line: Socket) => {
    asked.push(`UPGRADE ${asking.url}`)
    const { hostname, port, pathname, search } = new URL(asking.url ?? '')
    const forwarded = request({ hostname, port, path: pathname + search, headers: asking.headers })
    forwarded.on('upgrade', (answer, far) => {
      lines.add(far)
      const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      line.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('')}\r\n`)
      far.pipe(line).pipe(far)
      for (const each of [far, line]) each.on('error', () => {})
    })
    forwarded.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const line of lines) line.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // listens on TCP
  return { url: `http://127.0.0.1:${port}`, asked }
}
