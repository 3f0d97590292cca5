import { type ConversationFilter, NO_FILTER } from '../../../shared/domain/index.ts'
import { formatTime, shortId } from '../../ui/index.ts'

/** True when the filter asks for anything at all. */
export function isAnyPart(filter: ConversationFilter): boolean {
  return filterWords(filter).length > 0
}

/** Each thing that is asked for, in words, with what is left of the filter without it. */
export function filterWords(filter: ConversationFilter): { words: string; without: ConversationFilter }[] {
  const { title, createdFrom, createdBefore, updatedFrom, updatedBefore, sandboxId, withSubConversations } = filter
  const part = <Name extends keyof ConversationFilter>(name: Name, words: string | null) =>
    words === null ? [] : [{ words, without: { ...filter, [name]: NO_FILTER[name] } }]
  const time = (what: string, at: number | null) => (at === null ? null : `${what} ${formatTime(at)}`)
  return [
    ...part('title', title === null ? null : `title has “${title}”`),
    ...part('createdFrom', time('created from', createdFrom)),
    ...part('createdBefore', time('created before', createdBefore)),
    ...part('updatedFrom', time('changed from', updatedFrom)),
    ...part('updatedBefore', time('changed before', updatedBefore)),
    ...part('sandboxId', sandboxId === null ? null : `sandbox ${shortId(sandboxId)}`),
    ...part('withSubConversations', withSubConversations ? 'with sub-conversations' : null),
  ]
}

/** A time as a `datetime-local` field has it, in the reader's own zone; empty for none. */
export function localTime(ms: number | null): string {
  if (ms === null) return ''
  const inZone = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return inZone.toISOString().slice(0, 16)
}

/** Milliseconds since the epoch of what a `datetime-local` field has; null while it is not whole. */
export function timeOf(text: string): number | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
