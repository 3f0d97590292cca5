import { THEMES, type Theme, useTheme } from '../state/theme.ts'
import { IconButton } from '../ui/index.ts'
import { useShortcut } from './shortcuts.ts'

const SIGNS: Record<Theme, string> = { system: '◐', dark: '●', light: '○' }

/** Walks through system, dark and light. */
export function ThemeButton() {
  const { theme, choose } = useTheme()
  const next = () => choose(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system')
  useShortcut({ keys: 'mod+shift+l', label: 'Theme: system, dark, light', scope: 'Everywhere' }, next)
  return (
    <IconButton label={`Theme: ${theme}`} keys="mod+shift+l" onPress={next}>
      {SIGNS[theme]}
    </IconButton>
  )
}
