import { json, type Route } from '../../http/route.ts'

function status(path: string, answer: string): Route<unknown> {
  return { method: 'GET', path, isPublic: true, handle: () => json({ status: answer }) }
}

/** Probes without a key, equal on both servers. */
export const liveness: Route<unknown>[] = [status('/alive', 'ok'), status('/ready', 'ready'), status('/health', 'ok')]
