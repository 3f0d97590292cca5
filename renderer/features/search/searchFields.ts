import { create } from 'zustand'
import type { ConversationRef, SearchOrder } from '../../../shared/domain/index.ts'

export interface SearchField {
  text: string
  order: SearchOrder
}

const empty: SearchField = { text: '', order: 'best' }

interface SearchFields {
  fields: Record<string, SearchField>
  change: (conversation: ConversationRef | null, part: Partial<SearchField>) => void
}

/** What was typed, by where it is looked for; kept while a hit is being read. */
export const useSearchFields = create<SearchFields>()((set) => ({
  fields: {},
  change: (conversation, part) =>
    set(({ fields }) => {
      const key = keyOf(conversation)
      return { fields: { ...fields, [key]: { ...(fields[key] ?? empty), ...part } } }
    }),
}))

export function useSearchField(conversation: ConversationRef | null): SearchField {
  return useSearchFields(({ fields }) => fields[keyOf(conversation)] ?? empty)
}

function keyOf(conversation: ConversationRef | null): string {
  return conversation === null ? '' : `${conversation.connectionId}/${conversation.conversationId}`
}
