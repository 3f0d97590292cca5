import { eventIdOf } from '../../../shared/contract/index.ts'
import { requireObject } from './http/answerShape.ts'
import type { Call } from './http/call.ts'
import { hexId } from './records/ids.ts'

/** Events that were asked for by id: as a page for the archive, without those that the server does not have. */
export interface FoundEvents {
  page: string
  missing: string[]
}

/** `answers`: one for each id, null for an unknown one. Throws `not-openhands` for what is no event. */
export function foundEvents(call: Call, answers: readonly unknown[], ids: readonly string[]): FoundEvents {
  const items = answers.filter((event) => event !== null).map((event) => requireObject(call, event))
  const known = new Set(items.map((event) => hexId(eventIdOf(event) ?? '')))
  return {
    page: JSON.stringify({ items, next_page_id: null }),
    missing: ids.filter((id) => !known.has(hexId(id))),
  }
}
