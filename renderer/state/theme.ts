import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

interface ThemeState {
  theme: Theme
  choose: (theme: Theme) => void
}

export const useTheme = create<ThemeState>()(
  persist((set) => ({ theme: 'system', choose: (theme) => set({ theme }) }), { name: 'handrail.theme' }),
)

/** Keeps `data-theme` in step with the choice and, for `system`, with the system. Gives the function that stops it. */
export function applyTheme(): () => void {
  const prefersLight = window.matchMedia('(prefers-color-scheme: light)')
  const apply = () => {
    const { theme } = useTheme.getState()
    const resolved = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme
    document.documentElement.dataset.theme = resolved
  }
  apply()
  prefersLight.addEventListener('change', apply)
  const unsubscribe = useTheme.subscribe(apply)
  return () => {
    prefersLight.removeEventListener('change', apply)
    unsubscribe()
  }
}
