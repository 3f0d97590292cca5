import { json, type Route } from '../../http/route.ts'

function probe(path: string, answer: string | { status: string }): Route<unknown> {
  return { method: 'GET', path, isPublic: true, handle: () => json(answer) }
}

/** Probes without a key. `/health` and `/ready` answer a text here, unlike on an agent server. */
export const liveness: Route<unknown>[] = [
  probe('/alive', { status: 'ok' }),
  probe('/ready', 'OK'),
  probe('/health', 'OK'),
]
