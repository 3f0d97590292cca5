import { useNavigate } from '@tanstack/react-router'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { SearchView } from './searchView.tsx'
import { showEvent } from './showEvent.ts'

/** The same search, limited to one conversation. */
export function ConversationSearch({ conversation }: { conversation: ConversationRef }) {
  const navigate = useNavigate()
  return (
    <SearchView
      conversation={conversation}
      onOpen={({ eventId }) => {
        showEvent(conversation, eventId)
        // Back at the timeline, without a filter that might hide the event.
        void navigate({ to: '.', search: {} })
      }}
    />
  )
}
