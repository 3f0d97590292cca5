import type { Conversation } from '../../../shared/domain/index.ts'
import { shortId } from '../../ui/index.ts'

export function nameOf({ title, conversationId }: Pick<Conversation, 'title' | 'conversationId'>): string {
  return title ?? `untitled · ${shortId(conversationId)}`
}
