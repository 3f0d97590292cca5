import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useTimelineLooks } from '../timeline/index.ts'

/** Some rows of what came before it stay in sight. Pixels. */
const ABOVE = -112

/** Lets the timeline of a conversation open at an event, selected, with nothing filtered out. */
export function showEvent(conversation: ConversationRef, id: string): void {
  useTimelineLooks.getState().change(conversation, {
    filter: [],
    place: { anchor: { id, offset: ABOVE }, isFollowing: false, selectedId: id },
  })
}
