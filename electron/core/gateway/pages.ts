import { HandrailError } from '../../../shared/domain/index.ts'
import { requireList, requireObject } from './http/answerShape.ts'
import type { Call } from './http/call.ts'
import type { EventsQuery, Page } from './types.ts'

/** Reads `{items, next_page_id}` (contract §1.5); items that `read` cannot name (null) are left out. */
export function pageOf<T>(call: Call, answer: unknown, read: (item: unknown) => T | null): Page<T> {
  const page = requireObject(call, answer)
  const items = requireList(call, Reflect.get(page, 'items'))
  const next: unknown = Reflect.get(page, 'next_page_id')
  return {
    items: items.map(read).filter((item) => item !== null),
    nextPageId: typeof next === 'string' && next !== '' ? next : null,
  }
}

/** Query parameters of `events/search`, the same on both servers. `limit` outside 1..100 is a defect of ours (§18.1). */
export function eventsQuery({ pageId, newestFirst, limit }: EventsQuery): Record<string, string | null> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new HandrailError({
      code: 'internal',
      message: `A page of ${limit} events was asked for; 1 to 100 can be had.`,
    })
  }
  return { limit: String(limit), sort_order: newestFirst ? 'TIMESTAMP_DESC' : 'TIMESTAMP', page_id: pageId }
}
