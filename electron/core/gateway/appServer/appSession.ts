import type { RequestBudget } from '../budget/requestBudget.ts'
import { type Exchange, exchangeJson, exchangeSecretJson } from '../http/exchange.ts'
import type { HttpClient } from '../http/httpClient.ts'
import type { AppConversationReading } from '../records/appConversation.ts'
import type { ValueRedactor } from '../redaction/valueRedactor.ts'
import type { Priority } from '../types.ts'
import { type AppCall, type AppTarget, appCall } from './appCalls.ts'
import type { GitProviderRoute } from './gitProviderCalls.ts'

export interface AppSessionOptions {
  connectionId: string
  target: AppTarget
  http: HttpClient
  budget: RequestBudget
  redactor: ValueRedactor
  now(): number
  /** Which call for git providers each connection's server has, as far as it was found out in this run. */
  gitProviderRoutes: Map<string, GitProviderRoute>
  /** Hears every record that passes: its address and session key are kept for the agent server. */
  onRecord(reading: AppConversationReading): void
}

/** One account on one app server: every call goes through its budget with its key. */
export interface AppSession
  extends Pick<AppSessionOptions, 'connectionId' | 'redactor' | 'now' | 'gitProviderRoutes' | 'onRecord'> {
  text(call: AppCall, priority: Priority, signal: AbortSignal): Promise<Exchange<string>>
  json(call: AppCall, priority: Priority, signal: AbortSignal): Promise<Exchange<unknown>>
  /** For records that carry a session key. */
  secretJson(call: AppCall, priority: Priority, signal: AbortSignal): Promise<Exchange<unknown>>
}

export function createAppSession(options: AppSessionOptions): AppSession {
  const { target, http, budget, ...shared } = options

  function paced(call: AppCall, priority: Priority) {
    return appCall(target, {
      ...call,
      pace: { turn: (signal) => budget.turn(priority, signal), block: (ms) => budget.block(ms) },
    })
  }

  return {
    ...shared,
    async text(appCall, priority, signal) {
      const call = await paced(appCall, priority)
      return { call, answer: await http.text(call, signal) }
    },
    async json(appCall, priority, signal) {
      return exchangeJson(http, await paced(appCall, priority), signal)
    },
    async secretJson(appCall, priority, signal) {
      return exchangeSecretJson(http, await paced(appCall, priority), signal)
    },
  }
}
