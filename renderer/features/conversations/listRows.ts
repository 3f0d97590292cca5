import { normaliseConversationId } from '../../../shared/contract/index.ts'
import { type Conversation, type ConversationState, conversationState } from '../../../shared/domain/index.ts'
import type { Grouping, Sort, SortColumn } from '../../state/conversationList.ts'
import { conversationWord, shortId, tagsInOrder } from '../../ui/index.ts'

export type ListRow =
  | { kind: 'group'; key: string; name: string; count: number }
  | { kind: 'conversation'; key: string; conversation: Conversation }

/** The states in the order in which they ask for someone. */
const URGENCY: readonly ConversationState[] = [
  'needs you',
  'error',
  'stuck',
  'running',
  'starting',
  'paused',
  'idle',
  'finished',
  'unknown',
  'sandbox asleep',
  'sandbox gone',
  'deleting',
]

export function conversationKey(conversation: { connectionId: string; conversationId: string }): string {
  return `${conversation.connectionId}/${conversation.conversationId}`
}

/** What the list shows, top to bottom: filtered, sorted, grouped. */
export function listRows(
  conversations: readonly Conversation[],
  text: string,
  sort: Sort,
  grouping: Grouping,
): ListRow[] {
  const found = conversations.filter((conversation) => matches(conversation, text))
  found.sort(comparison(sort))
  if (grouping === 'flat') return found.map(conversationRow)
  const groups = new Map<string, Conversation[]>()
  for (const conversation of grouping === 'status' ? [...found].sort(comparison(BY_STATUS)) : found) {
    const key = groupKey(conversation, grouping)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [conversation])
    else group.push(conversation)
  }
  return [...groups].flatMap(([key, members]): ListRow[] => {
    const [first] = members
    if (first === undefined) return []
    return [
      { kind: 'group', key: `group ${key}`, name: groupName(first, grouping), count: members.length },
      ...members.map(conversationRow),
    ]
  })
}

const BY_STATUS: Sort = { column: 'status', isDescending: false }

/** Every word must occur in the title, repository, branch, sandbox, state or a `key=value` of a tag. */
function matches(conversation: Conversation, text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    // Ids are written with dashes too.
    .map((word) => normaliseConversationId(word) ?? word)
  if (words.length === 0) return true
  const { title, repository, branch, sandboxId, conversationId, tags } = conversation
  const tagWords = Object.entries(tags).map(([key, value]) => `${key}=${value}`)
  const place = [title, repository, branch, sandboxId, conversationId, conversationWord(conversation), ...tagWords]
    .join('\n')
    .toLowerCase()
  return words.every((word) => place.includes(word))
}

function conversationRow(conversation: Conversation): ListRow {
  return { kind: 'conversation', key: conversationKey(conversation), conversation }
}

/** Sandboxes of two servers, or two ids that look alike when short, are not one group. */
function groupKey(conversation: Conversation, grouping: Grouping): string {
  const { connectionId, sandboxId } = conversation
  return grouping === 'sandbox' && sandboxId !== null
    ? `${connectionId}/${sandboxId}`
    : groupName(conversation, grouping)
}

function groupName(conversation: Conversation, grouping: Grouping): string {
  if (grouping === 'status') return conversationState(conversation)
  return conversation.sandboxId === null ? 'no sandbox' : `sandbox ${shortId(conversation.sandboxId)}`
}

type Value = number | string | null

function comparison({ column, isDescending }: Sort): (one: Conversation, other: Conversation) => number {
  const sign = isDescending ? -1 : 1
  return (one, other) => {
    const order = compare(sortValue(one, column), sortValue(other, column), sign)
    // The id last, so that equal rows do not trade places between refreshes.
    return order !== 0 ? order : one.conversationId.localeCompare(other.conversationId)
  }
}

/** What is not known comes last, in either direction. */
function compare(one: Value, other: Value, sign: number): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
  return sign * String(one).localeCompare(String(other), undefined, { numeric: true, sensitivity: 'base' })
}

function sortValue(conversation: Conversation, column: SortColumn): Value {
  switch (column) {
    case 'status':
      return URGENCY.indexOf(conversationState(conversation))
    case 'title':
      return conversation.title
    case 'repository':
      return conversation.repository
    case 'tags': {
      const [first] = tagsInOrder(conversation.tags)
      return first === undefined ? null : `${first.key}=${first.value}`
    }
    case 'sandbox':
      return conversation.sandboxId
    case 'cost':
      return conversation.usage?.costUsd ?? null
    case 'activity':
      return conversation.updatedAt
    default:
      return column satisfies never
  }
}
