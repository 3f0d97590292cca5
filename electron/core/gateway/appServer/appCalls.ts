import type { Call, Pace } from '../http/call.ts'
import { type Query, queryText } from '../http/query.ts'

/** What is needed to address one app server. */
export interface AppTarget {
  baseUrl: string
  /** Organisation of an unbound key (contract §12), or null. */
  orgId: string | null
  key(): Promise<string>
}

/** What differs between calls. */
export type AppCall = Pick<Call, 'method' | 'purpose' | 'isIdempotent'> & {
  /** Below the base, e.g. `/api/v1/app-conversations`. */
  path: string
  query?: Query
  pace?: Pace
} & Partial<Pick<Call, 'body' | 'meaning' | 'silenceMs'>>

/** Joins target and call. Bearer is enough for every route, and two keys must never go to one host (contract §12). */
export async function appCall(target: AppTarget, { path, query, ...call }: AppCall): Promise<Call> {
  return {
    ...call,
    server: 'app',
    url: target.baseUrl + path + queryText(query ?? {}),
    headers: {
      authorization: `Bearer ${await target.key()}`,
      ...(target.orgId === null ? {} : { 'x-org-id': target.orgId }),
    },
  }
}
