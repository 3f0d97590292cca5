import type { SharedClient, SharedEventsQuery } from '../../../../electron/core/gateway/index.ts'
import { calm } from '../support/gateway.ts'
import { ID, type Row } from './row.ts'

const QUERY: SharedEventsQuery = { kind: null, from: null, before: null, newestFirst: false, pageId: null, limit: 100 }
const EVENT = '0d5c9d1e-7a52-4b0b-9a3e-3f1f6f0a9c11'
const NO_LIST = ['yes', 5, {}, null]

/** Nobody asks with a key here, and what is not shared is no failure: 401 and 404 are about the server. */
function row(good: unknown, wrong: readonly unknown[], call: Row<SharedClient>['call']): Row<SharedClient> {
  return {
    names: 'shared conversation 3f2a91bc',
    again: 'nothing',
    good,
    wrong,
    call,
    differs: { 'a wrong key': { code: 'forbidden' }, 'an unknown id': { code: 'unsupported' } },
  }
}

/** Every call of what a server shows to everybody. */
export const SHARED_CALLS: Record<keyof SharedClient, Row<SharedClient>> = {
  conversation: row([null], NO_LIST, (shared) => shared.conversation(ID, 'person', calm)),
  eventsPage: row({ items: [], next_page_id: null }, ['yes', 5, [], null], (shared) =>
    shared.eventsPage(ID, QUERY, 'person', calm),
  ),
  eventsCount: row(3, ['3', -1, 1.5, {}, [], null], (shared) => shared.eventsCount(ID, QUERY, calm)),
  eventsById: row([null, null], NO_LIST, (shared) => shared.eventsById(ID, [EVENT, ID], calm)),
}
