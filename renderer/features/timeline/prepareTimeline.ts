import type { ConversationRef } from '../../../shared/domain/index.ts'
import { type ViewCalls, ViewStore } from '../../state/viewStore.ts'
import { type PreparedView, prepareView } from './preparedView.ts'
import { timelineLook } from './timelineStore.ts'
import { filterInAddress } from './useTimelineFilter.ts'

/** Opens the view that the page of a conversation is about to show. */
export function prepareTimeline(calls: ViewCalls, conversation: ConversationRef, filterText: unknown): PreparedView {
  const look = timelineLook(conversation)
  const spec = { conversation, filter: filterInAddress(filterText) ?? look.filter, order: look.order }
  return prepareView(new ViewStore({ calls, spec, place: look.place ?? undefined }))
}
