import type { RequestBudget } from '../budget/requestBudget.ts'
import type { AppServerClient } from '../types.ts'
import { accountCalls } from './accountCalls.ts'
import type { AppSession } from './appSession.ts'
import { checkAppServer } from './checkAppServer.ts'
import { conversationCalls } from './conversationCalls.ts'
import { conversationChangeCalls } from './conversationChangeCalls.ts'
import { eventCalls } from './eventCalls.ts'
import { gitProviderCalls } from './gitProviderCalls.ts'
import { messageCalls } from './messageCalls.ts'
import { sandboxCalls } from './sandboxCalls.ts'
import { sandboxSpecCalls } from './sandboxSpecCalls.ts'
import { secretCalls } from './secretCalls.ts'
import { settingsCalls } from './settingsCalls.ts'
import { startCalls } from './startCalls.ts'
import { workCalls } from './workCalls.ts'

/** Joins the call families of one app server into its client. `host` is its name in sentences. */
export function createAppServerClient(session: AppSession, budget: RequestBudget, host: string): AppServerClient {
  return {
    ...conversationCalls(session),
    ...conversationChangeCalls(session),
    ...messageCalls(session),
    ...startCalls(session),
    ...workCalls(session),
    ...sandboxCalls(session),
    ...sandboxSpecCalls(session),
    ...eventCalls(session),
    ...accountCalls(session),
    ...settingsCalls(session),
    ...secretCalls(session),
    ...gitProviderCalls(session),
    check: (signal) => checkAppServer(session, host, signal),
    budget: () => ({ connectionId: session.connectionId, ...budget.state() }),
  }
}
