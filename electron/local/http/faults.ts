import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'

/** How a request can be made to fail. */
export type Failure = { status: number; body?: string; headers?: Record<string, string> } | 'html' | 'reset'

/** What goes wrong on purpose, and what was asked so far. Shared by all servers of a service. */
export class Faults {
  /** Answers nothing and sends nothing, while connections stay open. */
  isSilent = false
  latencyMs = 0
  readonly #clock: Clock
  readonly #failures: { left: number; failure: Failure; pathHas: string }[] = []
  readonly #counts = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  failNext(count: number, failure: Failure, pathHas = ''): void {
    this.#failures.push({ left: count, failure, pathHas })
  }

  heal(): void {
    this.isSilent = false
    this.latencyMs = 0
    this.#failures.length = 0
  }

  /** Requests so far, by `METHOD /path` without query; sockets count as `WS /path`. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }

  resetCounts(): void {
    this.#counts.clear()
  }

  count(method: string, url: string): void {
    const name = `${method} ${url.split('?')[0]}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Lets a request through to `next`, or makes it fail. */
  pass(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const path = request.url ?? '/'
    this.count(request.method ?? 'GET', path)
    if (this.isSilent) return
    const rule = this.#failures.find((entry) => entry.left > 0 && path.includes(entry.pathHas))
    const go = () => {
      if (rule === undefined) next()
      else fail(rule.failure, request, response)
    }
    if (rule !== undefined) rule.left -= 1
    if (this.latencyMs > 0) this.#clock.after(this.latencyMs, go)
    else go()
  }
}

const GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

function fail(failure: Failure, request: IncomingMessage, response: ServerResponse): void {
  if (failure === 'reset') {
    request.socket.resetAndDestroy()
  } else if (failure === 'html') {
    response.writeHead(502, { 'content-type': 'text/html' }).end(GATEWAY_PAGE)
  } else {
    const body = failure.body ?? JSON.stringify({ detail: 'Internal Server Error' })
    response.writeHead(failure.status, { 'content-type': 'application/json', ...failure.headers }).end(body)
  }
}
