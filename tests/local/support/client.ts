import { afterEach, expect } from 'vitest'
import WebSocket from 'ws'
import {
  type Dialect,
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../../electron/local/index.ts'
import { type Answered, expectPublished, type Publisher, type Verdict } from './published.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of a server as they are
export type Any = any

/** An answer as a test looks at it. */
export interface Answer {
  status: number
  headers: Headers
  body: Any
}

async function ask(url: string, headers: Record<string, string>, method: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, headers: { ...headers, 'content-type': 'application/json' } }
  const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Resolves when a state is reached; the test's own time limit ends a wait for a state that never comes. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<Exclude<T, false>>> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found as NonNullable<Exclude<T, false>>
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** A service with a client of both its servers, which holds every answer against what is published of it. */
export class Bench {
  readonly service: LocalService
  readonly answered: (Answered & { publisher: Publisher; verdict: Verdict })[] = []
  /** What agent servers behave like now. */
  dialect: Dialect

  constructor(service: LocalService, dialect: Dialect) {
    this.service = service
    this.dialect = dialect
  }

  async #ask(
    publisher: Publisher,
    url: string,
    headers: Record<string, string>,
    method: string,
    body: unknown,
  ): Promise<Answer> {
    const answer = await ask(url, headers, method, body)
    const one = { method, path: new URL(url).pathname, status: answer.status, body: answer.body }
    this.answered.push({ ...one, publisher, verdict: expectPublished(publisher, one) })
    return answer
  }

  app(path: string, method = 'GET', body?: unknown): Promise<Answer> {
    return this.#ask('app', this.service.url + path, { authorization: `Bearer ${this.service.key}` }, method, body)
  }

  agent(record: Any, path = '', method = 'GET', body?: unknown): Promise<Answer> {
    return this.agentServer(record, new URL(record.conversation_url).pathname + path, method, body)
  }

  /** Asks the agent server of a conversation for something that need not be about it. */
  agentServer(record: Any, path: string, method = 'GET', body?: unknown): Promise<Answer> {
    const key = { 'x-session-api-key': record.session_api_key }
    return this.#ask(this.dialect, new URL(record.conversation_url).origin + path, key, method, body)
  }

  /** All conversation records. */
  async fleet(): Promise<Any[]> {
    return (await this.app('/api/v1/app-conversations/search')).body.items
  }

  async record(id: string): Promise<Any> {
    return (await this.app(`/api/v1/app-conversations?ids=${id}`)).body[0]
  }

  async titled(title: string): Promise<Any> {
    return (await this.fleet()).find((record) => record.title === title)
  }

  /** A fresh idle conversation in a running sandbox. */
  async generated(events: number): Promise<Any> {
    return this.record(await this.service.control.addConversation({ events }))
  }

  /** Ids of all events by walking the agent server's pages. */
  async walk(record: Any): Promise<string[]> {
    const ids: string[] = []
    let next = ''
    do {
      const { body } = await this.agent(record, `/events/search?limit=100${next === '' ? '' : `&page_id=${next}`}`)
      ids.push(...body.items.map((event: Any) => event.id))
      next = body.next_page_id
    } while (next)
    return ids
  }

  socket(record: Any, kind: 'events' | 'session', query = '', headers = true): Frames {
    const url = record.conversation_url.replace('http', 'ws').replace('/api/conversations/', `/sockets/${kind}/`)
    const auth = headers ? { 'x-session-api-key': record.session_api_key } : {}
    return new Frames(new WebSocket(`${url}?${query}`, { headers: auth }))
  }
}

/** A socket whose frames are kept. */
export class Frames {
  readonly socket: WebSocket
  readonly frames: Any[] = []
  readonly raw: string[] = []
  pings = 0
  code: number | undefined
  reason = ''
  refused: number | undefined

  constructor(socket: WebSocket) {
    this.socket = socket
    sockets.push(socket)
    socket.on('message', (data) => {
      this.raw.push(String(data))
      try {
        this.frames.push(JSON.parse(String(data)))
      } catch {
        this.frames.push(undefined)
      }
    })
    socket.on('ping', () => {
      this.pings += 1
    })
    socket.on('close', (code, reason) => {
      this.code = code
      this.reason = String(reason)
    })
    socket.on('unexpected-response', (_request, response) => {
      this.refused = response.statusCode ?? 0
      response.resume()
    })
    socket.on('error', () => undefined)
  }

  opened(): Promise<unknown> {
    return until(() => this.socket.readyState === WebSocket.OPEN)
  }

  find(test: (frame: Any) => boolean): Promise<Any> {
    return until(() => this.frames.find((frame) => frame !== undefined && test(frame)))
  }
}

const services: LocalService[] = []
const sockets: WebSocket[] = []

/** Starts a service that ends with the test; agents are fast unless said otherwise. */
export async function start(options: LocalServiceOptions = {}): Promise<Bench> {
  const service = await startLocalService({ speed: 200, tagLagMs: 20, historyLagMs: 0, ...options })
  services.push(service)
  return new Bench(service, options.dialect ?? '1.58')
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await Promise.all(services.splice(0).map((service) => service.close()))
})

/** Expects a FastAPI 422 with one entry at a place. */
export function expectInvalid(answer: Answer, type: string, loc: (string | number)[]): void {
  expect(answer.status).toBe(422)
  expect(answer.body.detail[0]).toMatchObject({ type, loc })
}
