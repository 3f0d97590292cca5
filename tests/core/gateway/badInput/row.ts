import type { FailureCode } from '../../../../shared/domain/index.ts'
import type { SeenRequest } from '../support/fakeServer.ts'

export const ID = '3f2a91bc00004000800000000000abcd'
export const NAMES_CONVERSATION = 'conversation 3f2a91bc'

/** Everything that a server, or the network before it, can do wrong. */
export const FAULTS = [
  'a wrong key',
  'an unknown id',
  'a paused sandbox',
  'an archived sandbox',
  'a web page',
  'an empty answer',
  'another type',
  'a limit that lasts an hour',
  'a limit without an end',
  'a limit without a time',
  'a failure',
  'a line cut before the answer',
  'a line cut in the middle',
] as const
export type Fault = (typeof FAULTS)[number]

export interface Outcome {
  /** `fine`: it is a proper answer to this call. */
  code: FailureCode | 'fine'
  isSafeToRetry: boolean
  /** How often the request was made. */
  requests: number
}

/** One call of a client, with input that a server accepts, and what it does when the server does not. */
export interface Row<Client> {
  call(client: Client): Promise<unknown>
  /** What every message about it says. */
  names: string
  /** What a second request does: nothing, the same again, or a second thing. */
  again: 'nothing' | 'the same' | 'a second thing'
  /** A proper answer. */
  good: unknown
  /** JSON that is no answer to it. */
  wrong: readonly unknown[]
  /** Which request the fault strikes, where the call makes others before it, and what those are answered. */
  strikes?: (request: SeenRequest) => boolean
  before?: unknown
  /** Where it differs from what holds for all calls, with the reason beside it. */
  differs?: Partial<Record<Fault, Partial<Outcome>>>
}

/** What holds for every call: `hasBudget` of app servers, which wait where agent servers have no limit to wait for. */
export function outcomeOf<Client>(row: Row<Client>, fault: Fault, hasBudget: boolean): Outcome {
  return { ...usual(row.again, fault, hasBudget), ...row.differs?.[fault] }
}

function usual(again: Row<unknown>['again'], fault: Fault, hasBudget: boolean): Outcome {
  const isRead = again === 'nothing'
  const isSafeToRetry = again !== 'a second thing'
  const once = { isSafeToRetry, requests: 1 }
  switch (fault) {
    case 'a wrong key':
      return { code: 'unauthorized', isSafeToRetry: false, requests: 1 }
    case 'an unknown id':
      return { code: 'not-found', isSafeToRetry: false, requests: 1 }
    case 'a paused sandbox':
      return { code: 'conflict', isSafeToRetry: false, requests: 1 }
    case 'an archived sandbox':
      return { code: 'gone', isSafeToRetry: false, requests: 1 }
    case 'a web page':
    case 'an empty answer':
    case 'another type':
      // It was accepted: whether it was carried out is not known.
      return { code: 'not-openhands', ...once }
    case 'a limit that lasts an hour':
      return { code: 'rate-limited', isSafeToRetry: true, requests: 1 }
    case 'a limit without an end':
      return { code: 'rate-limited', isSafeToRetry: true, requests: hasBudget ? 4 : 1 }
    case 'a limit without a time':
      // Only a limiter names a time: another 429 may come from something that took the request.
      return { code: 'rate-limited', isSafeToRetry: true, requests: hasBudget && isRead ? 4 : 1 }
    case 'a failure':
      return { code: 'server-error', isSafeToRetry, requests: isRead ? 2 : 1 }
    case 'a line cut before the answer':
      return { code: 'unreachable', isSafeToRetry, requests: isSafeToRetry ? 2 : 1 }
    case 'a line cut in the middle':
      // It was answered, so it was worked on.
      return { code: 'unreachable', isSafeToRetry, requests: isRead ? 2 : 1 }
  }
}
