import { normaliseConversationId } from '../../shared/contract/index.ts'
import { type Conversation, type ConversationRef, HandrailError, sharedBaseUrl } from '../../shared/domain/index.ts'
import type { ArchiveReader } from '../core/archive/readOnly.ts'
import { SHARED_RECORDS } from '../core/engine/index.ts'

/** The stored conversation that a word names: an id, its first digits, or `CONNECTION/ID`. */
export function findConversation(archive: ArchiveReader, word: string): ConversationRef {
  const slash = word.lastIndexOf('/')
  const [connection, id] = slash === -1 ? [null, word] : [word.slice(0, slash), word.slice(slash + 1)]
  const digits = normaliseConversationId(id) ?? id.toLowerCase().replaceAll('-', '')
  const found = archive
    .stored()
    .map(({ ref }) => ref)
    .filter(({ connectionId }) => connection === null || connectionId === connection)
    .filter(({ conversationId }) => digits.length >= 4 && conversationId.startsWith(digits))
  const [only, ...others] = found
  if (only === undefined) {
    throw new HandrailError({
      code: 'not-found',
      message: `No conversation “${word}” is stored here.`,
      advice: 'stats --json lists what is stored; at least four digits of an id are needed.',
    })
  }
  if (others.length === 0) return only
  throw new HandrailError({
    code: 'conflict',
    message: `“${word}” names ${found.length} conversations: ${found.slice(0, 5).map(nameOf).join(', ')}${found.length > 5 ? ', …' : ''}.`,
    advice: 'Give more of its id, or CONNECTION/ID.',
  })
}

export function nameOf({ connectionId, conversationId }: ConversationRef): string {
  return `${connectionId}/${conversationId}`
}

/** The stored record of a conversation, or null. What was seen as shared is listed apart. */
export function recordOf(archive: ArchiveReader, ref: ConversationRef): Conversation | null {
  const list = archive.records(sharedBaseUrl(ref.connectionId) === null ? ref.connectionId : SHARED_RECORDS)
  const isIt = (one: Conversation) => one.conversationId === ref.conversationId && one.connectionId === ref.connectionId
  return list.find(isIt) ?? null
}
