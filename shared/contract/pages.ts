import { z } from 'zod'

/**
 * A page of `item`s. `next_page_id` null or absent is the end. It is a decimal offset on the app server and the id of
 * the next page's first event on the agent server (contract §1.5).
 */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.looseObject({ items: z.array(item), next_page_id: z.string().nullish() })
}

/** A batch answer: in request order, null for an unknown id (contract §1.4). */
export function batchOf<S extends z.ZodType>(item: S) {
  return z.array(item.nullable())
}
