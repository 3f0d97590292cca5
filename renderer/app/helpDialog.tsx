import { useState } from 'react'
import { Dialog, IconButton, Kbd } from '../ui/index.ts'
import styles from './helpDialog.module.css'
import { type Shortcut, useShortcut, useShortcuts } from './shortcuts.ts'

/** The shortcuts that work now, by the place where they do. */
export function HelpButton() {
  const [isOpen, setIsOpen] = useState(false)
  useShortcut({ keys: '?', label: 'This list', scope: 'Everywhere' }, () => setIsOpen(true))
  return (
    <>
      <IconButton label="Keyboard shortcuts" keys="?" onPress={() => setIsOpen(true)}>
        ?
      </IconButton>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Keyboard shortcuts" width="wide">
        <ShortcutList />
      </Dialog>
    </>
  )
}

function ShortcutList() {
  return (
    <div className={styles.scopes}>
      {byScope(useShortcuts()).map(([scope, shortcuts]) => (
        <section key={scope} aria-label={scope} className={styles.scope}>
          <h3 className={styles.heading}>{scope}</h3>
          <dl>
            {shortcuts.map(({ keys, label }) => (
              <div className={styles.shortcut} key={`${keys} ${label}`}>
                <dt>{label}</dt>
                <dd>
                  <Kbd keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** The page's own first, then what works everywhere; a key that an inner pane took over is listed once. */
function byScope(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const scopes = new Map<string, Shortcut[]>()
  const taken = new Set<string>()
  for (const shortcut of [...shortcuts].reverse()) {
    if (taken.has(shortcut.keys)) continue
    taken.add(shortcut.keys)
    scopes.set(shortcut.scope, [shortcut, ...(scopes.get(shortcut.scope) ?? [])])
  }
  return [...scopes].sort(([one], [other]) => Number(one === 'Everywhere') - Number(other === 'Everywhere'))
}
