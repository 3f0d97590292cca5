import type { Request, Route } from '../../http/route.ts'
import { WORKING_DIR } from '../../world/sandboxSpecs.ts'
import { type AgentServer, sameText } from '../server.ts'

/** Addresses that a running sandbox exposes beside its agent server. The editor's embeds the session key (contract §4). */
export function exposedUrls(base: string, sessionKey: string): { name: string; url: string }[] {
  return [
    { name: 'AGENT_SERVER', url: base },
    { name: 'VSCODE', url: `${base}/vscode?tkn=${sessionKey}&folder=${encodeURIComponent(WORKING_DIR)}` },
    { name: 'WORKER_1', url: `${base}/worker/1` },
    { name: 'WORKER_2', url: `${base}/worker/2` },
  ]
}

const editor: Route<AgentServer> = {
  method: 'GET',
  path: '/vscode',
  isPublic: true,
  handle(request) {
    if (!isSignedIn(request)) return page('Forbidden.', 403)
    return page(`The editor of sandbox ${request.server.sandbox.id} would be here; the local service has none.`)
  },
}

const worker: Route<AgentServer> = {
  method: 'GET',
  path: '/worker/:number',
  isPublic: true,
  handle: () => page('Nothing listens on this port of the sandbox yet.', 502),
}

/** Pages for a browser, which sends no header with a key. */
export const exposedPages: Route<AgentServer>[] = [editor, worker]

function isSignedIn({ server, query }: Request<AgentServer>): boolean {
  return sameText(query.get('tkn') ?? '', server.sandbox.sessionKey ?? '')
}

function page(text: string, status = 200): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(`<!doctype html><title>Local sandbox</title><p>${text}</p>\n`, { status, headers })
}
