import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { StartTask } from '../../shared/domain/index.ts'

export interface PluginDraft {
  source: string
  ref: string
  repoPath: string
  /** JSON text. */
  parameters: string
}

export interface MetadataDraft {
  key: string
  /** JSON, or plain text. */
  value: string
}

export interface SuggestedTaskDraft {
  gitProvider: string
  taskType: string
  repository: string
  issueNumber: string
  title: string
}

/** As typed; what it means is read by `readDraft`. Secret values are never part of it. */
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
  gitProvider: string
  model: string
  agentProfileId: string
  agentType: 'default' | 'plan'
  systemSuffix: string
  conversationId: string
  parentConversationId: string
  trigger: string
  pullRequests: string
  isPublic: boolean
  suggestedTask: SuggestedTaskDraft | null
  secretNames: string[]
  plugins: PluginDraft[]
  spanName: string
  observabilityTags: string
  metadata: MetadataDraft[]
  /** For bare agent servers alone. */
  workingDir: string
  modelUrl: string
  agentTags: string
}

const EMPTY: NewConversationDraft = {
  connectionId: null,
  text: '',
  run: true,
  title: '',
  repository: '',
  branch: '',
  sandboxId: null,
  gitProvider: '',
  model: '',
  agentProfileId: '',
  agentType: 'default',
  systemSuffix: '',
  conversationId: '',
  parentConversationId: '',
  trigger: '',
  pullRequests: '',
  isPublic: false,
  suggestedTask: null,
  secretNames: [],
  plugins: [],
  spanName: '',
  observabilityTags: '',
  metadata: [],
  workingDir: '/workspace/project',
  modelUrl: '',
  agentTags: '',
}

interface NewConversationState {
  isOpen: boolean
  draft: NewConversationDraft
  /** A start begun earlier whose way the dialog shall show; null for a new one. */
  followed: StartTask | null
  open: () => void
  follow: (task: StartTask) => void
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
      followed: null,
      open: () => set({ isOpen: true, followed: null }),
      follow: (task) => set({ isOpen: true, followed: task }),
      close: () => set({ isOpen: false, followed: null }),
      change: (change) => set(({ draft }) => ({ draft: { ...draft, ...change } })),
      discard: () => set({ draft: EMPTY }),
    }),
    {
      name: 'handrail.new-conversation',
      storage: createJSONStorage(() => window.sessionStorage),
      partialize: ({ draft }) => ({ draft }),
      // What an older Handrail stored lacks fields.
      merge: (stored, current) => ({ ...current, draft: { ...EMPTY, ...draftOf(stored) } }),
    },
  ),
)

function draftOf(stored: unknown): object {
  const isDraft = typeof stored === 'object' && stored !== null && 'draft' in stored
  return isDraft && typeof stored.draft === 'object' && stored.draft !== null ? stored.draft : {}
}
