import type { Call } from '../http/call.ts'
import { type Exchange, exchangeJson } from '../http/exchange.ts'
import type { HttpClient } from '../http/httpClient.ts'

export interface AgentTarget {
  /** Origin and path prefix; path-routed runtimes have one (contract §11). */
  baseUrl: string
  key(): Promise<string>
}

export type AgentCall = Pick<Call, 'method' | 'purpose' | 'isIdempotent'> &
  Partial<Pick<Call, 'body' | 'meaning' | 'silenceMs' | 'sink'>> & {
    /** Below the base. */
    path: string
    /** False for `/server_info`, which answers without. */
    needsKey?: boolean
  }

/** One agent server with one key. It has no request budget of its own (contract §15). */
export interface AgentSession {
  readonly target: AgentTarget
  text(call: AgentCall, signal: AbortSignal): Promise<Exchange<string>>
  json(call: AgentCall, signal: AbortSignal): Promise<Exchange<unknown>>
}

export function createAgentSession(target: AgentTarget, http: HttpClient): AgentSession {
  async function keyed({ path, needsKey = true, ...call }: AgentCall): Promise<Call> {
    const headers: Record<string, string> = needsKey ? { 'x-session-api-key': await target.key() } : {}
    return { ...call, server: 'agent', url: target.baseUrl + path, headers }
  }

  return {
    target,
    async text(agentCall, signal) {
      const call = await keyed(agentCall)
      return { call, answer: await http.text(call, signal) }
    },
    async json(agentCall, signal) {
      return exchangeJson(http, await keyed(agentCall), signal)
    },
  }
}

/** `C` of contract §11. */
export function conversationPath(conversationId: string): string {
  return `/api/conversations/${encodeURIComponent(conversationId)}`
}
