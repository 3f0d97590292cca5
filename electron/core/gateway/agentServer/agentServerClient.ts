import type { HttpClient } from '../http/httpClient.ts'
import { createEventSocket, type SocketDeps } from '../socket/eventSocket.ts'
import type { AgentServerClient } from '../types.ts'
import { type AgentTarget, createAgentSession } from './agentSession.ts'
import { commandCalls } from './commandCalls.ts'
import { eventCalls } from './eventCalls.ts'
import { recordCalls } from './recordCalls.ts'

/** Joins the call families of one agent server into its client. */
export function createAgentServerClient(
  connectionId: string,
  target: AgentTarget,
  http: HttpClient,
  sockets: SocketDeps,
): AgentServerClient {
  const session = createAgentSession(target, http)
  return {
    ...recordCalls(session, connectionId),
    ...eventCalls(session),
    ...commandCalls(session),
    openSocket: (options) => createEventSocket(target, options, sockets),
  }
}
