import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

export interface NewConversationDraft {
  /** Null until chosen: the connection shown, or the first. */
  connectionId: string | null
  text: string
  run: boolean
  title: string
  repository: string
  branch: string
  /** Null for a new sandbox. */
  sandboxId: string | null
}

const EMPTY: NewConversationDraft = {
  connectionId: null,
  text: '',
  run: true,
  title: '',
  repository: '',
  branch: '',
  sandboxId: null,
}

interface NewConversationState {
  isOpen: boolean
  draft: NewConversationDraft
  open: () => void
  close: () => void
  change: (change: Partial<NewConversationDraft>) => void
  discard: () => void
}

/** What was typed for a new conversation, until it was started: a failure, a closed dialog or a reload loses nothing. */
export const useNewConversation = create<NewConversationState>()(
  persist(
    (set) => ({
      isOpen: false,
      draft: EMPTY,
      open: () => set({ isOpen: true }),
      close: () => set({ isOpen: false }),
      change: (change) => set(({ draft }) => ({ draft: { ...draft, ...change } })),
      discard: () => set({ draft: EMPTY }),
    }),
    {
      name: 'handrail.new-conversation',
      storage: createJSONStorage(() => window.sessionStorage),
      partialize: ({ draft }) => ({ draft }),
    },
  ),
)
