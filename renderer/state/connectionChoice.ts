import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface ConnectionChoice {
  /** The connection that lists show; null for all of them. */
  chosen: string | null
  choose: (connectionId: string | null) => void
}

export const useConnectionChoice = create<ConnectionChoice>()(
  persist((set) => ({ chosen: null, choose: (chosen) => set({ chosen }) }), { name: 'handrail.connection' }),
)
