import { create } from 'zustand'
import { type RegistrationDraft, UNTOUCHED } from './registrationDraft.ts'

/** What was typed for one account and not sent yet. Values and tokens are not in it: they stay in their fields. */
export interface SettingsDraft {
  secretName: string
  secretDescription: string
  registration: RegistrationDraft
}

const EMPTY: SettingsDraft = { secretName: '', secretDescription: '', registration: UNTOUCHED }

interface SettingsDrafts {
  drafts: Readonly<Record<string, SettingsDraft>>
  change: (connectionId: string, change: Partial<SettingsDraft>) => void
}

/** Outlives the page, so that looking something up elsewhere costs no typing. */
export const useSettingsDrafts = create<SettingsDrafts>()((set) => ({
  drafts: {},
  change: (connectionId, change) =>
    set(({ drafts }) => ({ drafts: { ...drafts, [connectionId]: { ...EMPTY, ...drafts[connectionId], ...change } } })),
}))

/** The draft of one account, and how to change it. */
export function useSettingsDraft(connectionId: string) {
  const draft = useSettingsDrafts(({ drafts }) => drafts[connectionId]) ?? EMPTY
  const change = useSettingsDrafts((state) => state.change)
  return { draft, change: (part: Partial<SettingsDraft>) => change(connectionId, part) }
}
