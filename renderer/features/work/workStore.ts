import { create } from 'zustand'
import { type Conversation, workspaceFolder } from '../../../shared/domain/index.ts'
import type { DiffLayout } from '../../ui/editor/index.ts'

/** Where someone looks in a conversation's workspace. */
export interface WorkPlace {
  root: string
  /** What changes are compared with; empty for the server's choice. */
  gitRef: string
  /** Chosen in the changes; relative to the root. */
  change: string | null
  /** Chosen among the files; absolute. */
  file: string | null
}

interface WorkState {
  places: Record<string, WorkPlace>
  layout: DiffLayout
  go: (record: Conversation, part: Partial<WorkPlace>) => void
  setLayout: (layout: DiffLayout) => void
}

/** Kept for as long as the page is there, so that going back and forth between sections costs nothing. */
export const useWork = create<WorkState>()((set) => ({
  places: {},
  layout: 'side by side',
  go: (record, part) =>
    set(({ places }) => ({
      places: { ...places, [keyOf(record)]: { ...(places[keyOf(record)] ?? firstPlace(record)), ...part } },
    })),
  setLayout: (layout) => set({ layout }),
}))

export function useWorkPlace(record: Conversation): WorkPlace {
  const known = useWork((state) => state.places[keyOf(record)])
  return known ?? firstPlace(record)
}

function firstPlace(record: Conversation): WorkPlace {
  return { root: workspaceFolder(record), gitRef: '', change: null, file: null }
}

const keyOf = ({ connectionId, conversationId }: Conversation) => `${connectionId}/${conversationId}`
