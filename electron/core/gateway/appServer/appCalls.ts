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
  /** Where the account key goes; Bearer unless said otherwise. `none`: what everyone may ask. */
  keyIn?: 'bearer' | 'x-session-api-key' | 'none'
} & Partial<Pick<Call, 'body' | 'meaning' | 'silenceMs' | 'sink'>>

/** Joins target and call. Bearer is enough for nearly every route, and two keys must never go to one host (contract §12). */
export async function appCall(target: AppTarget, { path, query, keyIn = 'bearer', ...call }: AppCall): Promise<Call> {
  return {
    ...call,
    server: 'app',
    url: target.baseUrl + path + queryText(query ?? {}),
    headers: keyIn === 'none' ? {} : await accountHeaders(target, keyIn),
  }
}

async function accountHeaders({ key, orgId }: AppTarget, keyIn: 'bearer' | 'x-session-api-key') {
  const account = await key()
  return {
    ...(keyIn === 'bearer' ? { authorization: `Bearer ${account}` } : { 'x-session-api-key': account }),
    ...(orgId === null ? {} : { 'x-org-id': orgId }),
  }
}
