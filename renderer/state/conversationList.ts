import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ConversationFilter } from '../../shared/domain/index.ts'

export const SORT_COLUMNS = ['status', 'title', 'repository', 'tags', 'sandbox', 'cost', 'activity'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type Grouping = 'flat' | 'status' | 'sandbox'
export interface Sort {
  column: SortColumn
  isDescending: boolean
}

interface ConversationListState {
  sort: Sort
  grouping: Grouping
  text: string
  /** What the servers themselves are asked for; null when the list is all that is known. */
  search: ConversationFilter | null
  /** `connection/conversation` of the row that the keys act on; an id, so that it survives sorting and refreshes. */
  selected: string | null
  sortBy: (column: SortColumn) => void
  groupBy: (grouping: Grouping) => void
  filter: (text: string) => void
  ask: (search: ConversationFilter | null) => void
  select: (key: string | null) => void
}

/** How the conversation list is looked at: outlives a visit to a conversation. */
export const useConversationList = create<ConversationListState>()(
  persist(
    (set) => ({
      sort: { column: 'activity', isDescending: true },
      grouping: 'flat',
      text: '',
      search: null,
      selected: null,
      sortBy: (column) =>
        set(({ sort }) => ({
          sort:
            sort.column === column
              ? { column, isDescending: !sort.isDescending }
              : { column, isDescending: column === 'cost' || column === 'activity' },
        })),
      groupBy: (grouping) => set({ grouping }),
      filter: (text) => set({ text }),
      ask: (search) => set({ search }),
      select: (selected) => set({ selected }),
    }),
    { name: 'handrail.conversation-list', partialize: ({ sort, grouping }) => ({ sort, grouping }) },
  ),
)
