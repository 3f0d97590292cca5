import { create } from 'zustand'
import type { OpenFields } from './openInput.ts'

interface OpenFieldsStore {
  fields: OpenFields
  change: (part: Partial<OpenFields>) => void
}

/** What was pasted, kept while another page is shown. */
export const useOpenFields = create<OpenFieldsStore>()((set) => ({
  fields: { link: '', server: '', events: '' },
  change: (part) => set(({ fields }) => ({ fields: { ...fields, ...part } })),
}))
