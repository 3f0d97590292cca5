import { timeOf } from '../../http/query.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { World } from '../../world/world.ts'

/** The conversations that the parameters of search and count name, newest created first (contract §10). */
export function matchingConversations(world: World, query: URLSearchParams): Conversation[] {
  const title = query.get('title__contains')
  const like = title === null ? undefined : likePattern(title)
  const sandbox = query.get('sandbox_id__eq')
  const within = ['created_at', 'updated_at'].map((field) => ({
    field,
    from: timeOf(query, `${field}__gte`),
    before: timeOf(query, `${field}__lt`),
  }))
  return [...world.conversations.values()]
    .filter((c) => like === undefined || like.test(c.title ?? ''))
    .filter((c) => sandbox === null || c.sandboxId === sandbox)
    .filter((c) =>
      within.every(({ field, from, before }) => {
        const micros = Math.floor((field === 'created_at' ? c.seed.createdMs : c.updatedMs) * 1000)
        return (from === undefined || micros >= from) && (before === undefined || micros < before)
      }),
    )
    .sort((a, b) => b.seed.createdMs - a.seed.createdMs)
}

/** SQL LIKE: `%` and `_` act as wildcards, case does not count. */
function likePattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll('%', '.*').replaceAll('_', '.'), 'is')
}
