import { THEMES, type Theme, useTheme } from '../state/theme.ts'
import { Button, Menu } from '../ui/index.ts'
import { useShortcut } from './shortcuts.ts'

const SIGNS: Record<Theme, string> = { system: '◐', dark: '●', light: '○' }
const NAMES: Record<Theme, string> = { system: 'As the system has it', dark: 'Dark', light: 'Light' }

export function ThemeButton() {
  const { theme, choose } = useTheme()
  const next = () => choose(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system')
  useShortcut({ keys: 'mod+shift+l', label: 'Theme: system, dark, light', scope: 'Everywhere' }, next)
  return (
    <Menu
      label="Theme"
      items={THEMES.map((id) => ({
        id,
        label: (
          <>
            <span aria-hidden="true">{SIGNS[id]} </span>
            {NAMES[id]}
            {id === theme && <span aria-hidden="true"> ✓</span>}
          </>
        ),
        textValue: NAMES[id],
        onAction: () => choose(id),
      }))}
    >
      <Button variant="quiet" aria-label={`Theme: ${NAMES[theme]}`}>
        {SIGNS[theme]}
      </Button>
    </Menu>
  )
}
