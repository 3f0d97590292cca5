import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { strToU8, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

export const CONVERSATION = '3f2a91bc00004000800000000000abcd'
export const ACCOUNT_KEY = 'sk-oh-account-key-0123456789'

export interface ScriptedEvent {
  id: string
  kind: string
  source: string
  timestamp: string
}

export interface Handshake {
  dialect: 'session' | 'events'
  afterSeq: number | null
}

/**
 * An app server with one conversation, and its agent server, whose every answer a test can bend: the embedded local
 * service does as the real ones do, and what is tested here is what they do rarely. Closes with the test.
 */
export class ScriptedServer {
  readonly url: string
  /** The log of the conversation. */
  events: ScriptedEvent[] = []
  /** The session key that sockets and calls must bring; every read of the record tells it. */
  key = 'session-key-of-the-sandbox-1'
  sandboxStatus: 'RUNNING' | 'PAUSED' = 'RUNNING'
  /** `METHOD path?query` of every call, sockets as `WS path?query`, in order. */
  asked: string[] = []
  /** Status with which the handshake of a dialect is refused. */
  refused: Partial<Record<Handshake['dialect'], number>> = {}
  /** Runs with every socket whose auth frame was right, in place of `serve`. */
  onSocket: (socket: WebSocket, handshake: Handshake) => void = (socket, handshake) => this.serve(socket, handshake)
  /** Awaited before an answer goes out; `path` has the query. */
  beforeAnswer: (path: string) => Promise<void> | void = () => undefined
  /** Awaited before a handshake is answered. */
  beforeHandshake: () => Promise<void> | void = () => undefined
  /** What ids of new events begin with. */
  prefix = 'event'
  /** What is wrong with a page of the agent server's log: it begins anew, or leads to itself. */
  oddPage: (pageId: string | null) => 'restart' | 'repeat' | null = () => null
  /** Entries of the app server's history that are no durable events, and come first in it. */
  leftOut: object[] = []
  /** What the app server says it counts, when that is not what it has. */
  claimed: number | null = null
  /** How many places more than its pages show the agent server counts. */
  hidden = 0
  /** What the download answers in place of a zip: a status, or the bytes of something else. */
  download: number | Uint8Array | null = null
  /** Records of other conversations that the search answers first. */
  others: object[] = []
  readonly #live = new Map<WebSocket, Handshake>()

  static async start(): Promise<ScriptedServer> {
    const server = createServer()
    const lines = new Set<Socket>()
    server.on('connection', (line) => lines.add(line))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // listens on TCP
    const scripted = new ScriptedServer(`http://127.0.0.1:${port}`)
    server.on('request', (request, response) => {
      void scripted.#answer(`${request.method} ${request.url}`, String(request.headers['x-session-api-key']), response)
    })
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', async (request, line, head) => {
      const url = new URL(request.url ?? '', scripted.url)
      scripted.asked.push(`WS ${url.pathname}${url.search}`)
      await scripted.beforeHandshake()
      const dialect = url.pathname.includes('/session/') ? 'session' : 'events'
      const status = scripted.refused[dialect]
      if (status !== undefined) return line.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
      const after = url.searchParams.get('after_seq')
      const handshake: Handshake = { dialect, afterSeq: after === null ? null : Number(after) }
      sockets.handleUpgrade(request, line, head, (socket) => scripted.#admit(socket, handshake))
    })
    onTestFinished(async () => {
      for (const line of lines) line.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    return scripted
  }

  private constructor(url: string) {
    this.url = url
  }

  /** Handshakes so far, oldest first. */
  get handshakes(): string[] {
    return this.asked.filter((one) => one.startsWith('WS '))
  }

  /** Calls so far whose `METHOD path?query` has this text. */
  calls(text: string): string[] {
    return this.asked.filter((one) => one.includes(text) && !one.startsWith('WS '))
  }

  get sockets(): WebSocket[] {
    return [...this.#live.keys()]
  }

  ids(): string[] {
    return this.events.map(({ id }) => id)
  }

  /** Appends events to the log and sends them to every socket that follows. */
  append(count: number): void {
    for (let i = 0; i < count; i += 1) {
      const seq = this.events.length
      const event = scriptedEvent(this.prefix, seq)
      this.events.push(event)
      for (const [socket, { dialect }] of this.#live) send(socket, dialect, seq, event)
    }
  }

  /** Follows as the real servers do: `sync` and the replay on the session socket, live frames on both. */
  serve(socket: WebSocket, handshake: Handshake): void {
    const { dialect, afterSeq } = handshake
    if (dialect === 'session') {
      socket.send(JSON.stringify({ type: 'sync', from_seq: afterSeq, through_seq: this.events.length - 1 }))
      this.events.slice((afterSeq ?? -1) + 1).forEach((event, i) => {
        send(socket, dialect, (afterSeq ?? -1) + 1 + i, event)
      })
    }
    this.#live.set(socket, handshake)
    socket.on('close', () => this.#live.delete(socket))
  }

  #admit(socket: WebSocket, handshake: Handshake): void {
    socket.on('error', () => undefined)
    socket.once('message', (frame) => {
      if (JSON.parse(String(frame)).session_api_key !== this.key) return socket.close(4001)
      this.onSocket(socket, handshake)
    })
  }

  async #answer(asked: string, key: string, response: ServerResponse): Promise<void> {
    this.asked.push(asked)
    await this.beforeAnswer(asked)
    const { pathname, searchParams } = new URL(asked.slice(asked.indexOf(' ') + 1), this.url)
    const isAgent = pathname.startsWith('/api/conversations/')
    if (pathname === `/api/v1/app-conversations/${CONVERSATION}/download`) return this.#download(response)
    const [status, body] = isAgent && key !== this.key ? [401, { detail: 'no' }] : this.#body(pathname, searchParams)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  #body(path: string, query: URLSearchParams): [number, unknown] {
    switch (path) {
      case '/api/v1/app-conversations':
        return [200, query.getAll('ids').map((id) => (id === CONVERSATION ? this.#record() : null))]
      case '/api/v1/app-conversations/search':
        return [200, { items: this.others.length > 0 ? this.others : [this.#record()], next_page_id: null }]
      case `/api/conversations/${CONVERSATION}/events/search`:
        return [200, this.#agentPage(query)]
      case `/api/v1/conversation/${CONVERSATION}/events/search`:
        return [200, this.#page(query, Number, String, [...this.leftOut, ...this.events])]
      case `/api/conversations/${CONVERSATION}/events/count`:
        return [200, this.events.length + this.hidden]
      case `/api/v1/conversation/${CONVERSATION}/events/count`:
        return [200, this.claimed ?? this.leftOut.length + this.events.length]
      default:
        return [404, { detail: 'Not Found' }]
    }
  }

  #agentPage(query: URLSearchParams) {
    const odd = this.oddPage(query.get('page_id'))
    const page = this.#page(
      query,
      (id) => (odd === 'restart' ? 0 : Math.max(this.ids().indexOf(id), 0)),
      (at) => this.events[at]?.id,
    )
    return odd === 'repeat' ? { ...page, next_page_id: query.get('page_id') } : page
  }

  #download(response: ServerResponse): void {
    const { download } = this
    if (typeof download === 'number') {
      const headers = { 'content-type': 'application/json', ...(download === 429 ? { 'retry-after': '1' } : {}) }
      response.writeHead(download, headers).end('{"detail":"no zip now"}')
      return
    }
    const entries = [...this.leftOut, ...this.events].map((event, at) => {
      const id = 'id' in event ? event.id : at
      return [`event_${String(at).padStart(6, '0')}_${id}.json`, strToU8(JSON.stringify(event))] as const
    })
    const zip = download ?? zipSync({ 'meta.json': strToU8('{}'), ...Object.fromEntries(entries) })
    response.writeHead(200, { 'content-type': 'application/zip' }).end(zip)
  }

  #page(
    query: URLSearchParams,
    startOf: (pageId: string) => number,
    idOf: (at: number) => string | undefined,
    log: readonly object[] = this.events,
  ) {
    const limit = Number(query.get('limit') ?? 100)
    const start = query.get('page_id') === null ? 0 : startOf(query.get('page_id') ?? '')
    const isNewestFirst = query.get('sort_order') === 'TIMESTAMP_DESC'
    const all = isNewestFirst ? log.toReversed() : log
    const end = start + limit
    return { items: all.slice(start, end), next_page_id: end < all.length ? (idOf(end) ?? null) : null }
  }

  #record(): object {
    const isRunning = this.sandboxStatus === 'RUNNING'
    return {
      ...recordOf(CONVERSATION, this.sandboxStatus),
      conversation_url: isRunning ? `${this.url}/api/conversations/${CONVERSATION}` : null,
      session_api_key: isRunning ? this.key : null,
    }
  }
}

export function recordOf(id: string, sandboxStatus: string): object {
  const at = '2026-11-01T10:00:00.000000Z'
  return { id, title: id, sandbox_id: `of-${id}`, sandbox_status: sandboxStatus, created_at: at, updated_at: at }
}

function scriptedEvent(prefix: string, seq: number): ScriptedEvent {
  const timestamp = new Date(1_790_000_000_000 + seq * 1_000).toISOString().slice(0, -1)
  return { id: `${prefix}-${String(seq).padStart(6, '0')}`, kind: 'PauseEvent', source: 'user', timestamp }
}

function send(socket: WebSocket, dialect: Handshake['dialect'], seq: number, event: ScriptedEvent): void {
  socket.send(JSON.stringify(dialect === 'session' ? { type: 'durable', seq, event } : event))
}
