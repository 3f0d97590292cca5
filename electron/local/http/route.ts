import { type Context, Hono } from 'hono'
import { type Json, parseJson } from '../json.ts'
import { invalidJson, Refusal } from './refusal.ts'

/** One request as an operation sees it. */
export interface Request<S> {
  server: S
  query: URLSearchParams
  /** A path parameter. */
  param(name: string): string
  header(name: string): string | undefined
  /** The JSON body; undefined when there is none; a body that is not JSON is refused with 422. */
  body(): Promise<Json | undefined>
}

/** One operation of a server. A folder of these, listed in one index, is the whole server. */
export interface Route<S> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  /** Open to callers without a key. */
  isPublic?: boolean
  handle(request: Request<S>): Response | Promise<Response>
}

/** An answer with a JSON body. */
export function json(value: Json, status = 200): Response {
  return jsonText(JSON.stringify(value), status)
}

/** An answer whose JSON text is ready. */
export function jsonText(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } })
}

/** Builds the application of a server from its routes. */
export function serve<S>(
  server: S,
  routes: readonly Route<S>[],
  isAllowed: (request: Request<S>) => boolean,
  broken: (error: unknown) => Response,
): Hono {
  const app = new Hono()
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const request = toRequest(server, context)
      if (route.isPublic !== true && !isAllowed(request)) return json({ detail: 'Unauthorized' }, 401)
      return route.handle(request)
    })
  }
  app.notFound((context) => {
    const known = routes.some((route) => samePath(route.path, context.req.path))
    return known ? json({ detail: 'Method Not Allowed' }, 405) : json({ detail: 'Not Found' }, 404)
  })
  app.onError((error) => (error instanceof Refusal ? json(error.body, error.status) : broken(error)))
  return app
}

function samePath(pattern: string, path: string): boolean {
  const [left, right] = [pattern.split('/'), path.split('/')]
  return left.length === right.length && left.every((part, i) => part.startsWith(':') || part === right[i])
}

function toRequest<S>(server: S, context: Context): Request<S> {
  return {
    server,
    query: new URL(context.req.url).searchParams,
    param: (name) => context.req.param(name) ?? '',
    header: (name) => context.req.header(name),
    async body() {
      const text = await context.req.text()
      if (text === '') return undefined
      const value = parseJson(text)
      if (value === undefined) throw invalidJson()
      return value
    },
  }
}
