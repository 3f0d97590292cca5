import type { HttpClient } from '../http/httpClient.ts'
import { createEventSocket, type SocketDeps } from '../socket/eventSocket.ts'
import type { AgentServerClient } from '../types.ts'
import { type AgentTarget, createAgentSession } from './agentSession.ts'
import { commandCalls } from './commandCalls.ts'
import { eventCalls } from './eventCalls.ts'
import { createFeatureCheck } from './featureCheck.ts'
import type { FeatureBook } from './features.ts'
import { goalCalls } from './goalCalls.ts'
import { historyCalls } from './historyCalls.ts'
import { questionCalls } from './questionCalls.ts'
import { recordCalls } from './recordCalls.ts'
import { settingCalls } from './settingCalls.ts'
import { startCalls } from './startCalls.ts'
import { workCalls } from './workCalls.ts'

/** Joins the call families of one agent server into its client. */
export function createAgentServerClient(
  connectionId: string,
  target: AgentTarget,
  http: HttpClient,
  sockets: SocketDeps,
  book: FeatureBook,
): AgentServerClient {
  const session = createAgentSession(target, http)
  const features = createFeatureCheck(session, book)
  const holdSecret = (value: string) => void sockets.redactor.hold(value)
  return {
    ...recordCalls(session, connectionId),
    ...eventCalls(session),
    ...commandCalls(session, features),
    serverInfo: features.server,
    ...startCalls(session, features, connectionId, holdSecret),
    ...settingCalls(session, features, holdSecret),
    ...historyCalls(session, features, connectionId),
    ...goalCalls(session, features),
    ...questionCalls(session, features),
    ...workCalls(session),
    openSocket: (options) => createEventSocket(target, options, sockets),
  }
}
