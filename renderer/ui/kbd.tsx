import { keyNames } from '../app/shortcuts.ts'
import styles from './kbd.module.css'

/** A shortcut as keys, e.g. `mod+Enter` as `Ctrl` `Enter`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className={styles.kbd}>
      {keyNames(keys).map((name) => (
        <span className={styles.key} key={name}>
          {name}
        </span>
      ))}
    </kbd>
  )
}
