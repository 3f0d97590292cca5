import { json } from '../../http/route.ts'
import type { Json } from '../../json.ts'

export const ORDERS = ['TIMESTAMP', 'TIMESTAMP_DESC'] as const

/** A page of records by decimal offset; a `page_id` that is no number restarts from 0 (contract §1.5). */
export function offsetPage<T>(
  all: readonly T[],
  query: URLSearchParams,
  limit: number,
  record: (item: T) => Json,
): Response {
  const start = offsetOf(query.get('page_id')) ?? 0
  const next = start + limit < all.length ? String(start + limit) : null
  return json({ items: all.slice(start, start + limit).map(record), next_page_id: next })
}

/** A non-negative decimal offset; undefined when it is not one. */
export function offsetOf(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
