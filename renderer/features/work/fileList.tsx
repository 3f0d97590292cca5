import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useShortcut } from '../../app/shortcuts.ts'
import { cx } from '../../ui/index.ts'
import styles from './work.module.css'

const ROW = 24

export interface FileItem {
  path: string
  mark?: { letter: string; word: string; tone: 'ok' | 'warn' | 'danger' | 'neutral' }
}

export interface FileListProps {
  label: string
  items: readonly FileItem[]
  chosen: string | null
  onChoose: (path: string) => void
}

/** Files by path, thousands of them; j and k walk them. */
export function FileList({ label, items, chosen, onChoose }: FileListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const at = items.findIndex(({ path }) => path === chosen)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  })
  function go(index: number) {
    const item = items[index]
    if (item === undefined) return
    onChoose(item.path)
    virtualizer.scrollToIndex(index)
  }
  useShortcut({ keys: 'j', label: 'Next file', scope: 'Files' }, () => go(at + 1))
  useShortcut({ keys: 'k', label: 'File before', scope: 'Files' }, () => go(at - 1))

  return (
    <div className={styles.list} ref={scroller}>
      <ul aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          const { path, mark } = item
          return (
            <li key={path} style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                className={cx(styles.file, path === chosen && styles.chosen)}
                aria-current={path === chosen ? 'true' : undefined}
                title={mark === undefined ? path : `${path}: ${mark.word}`}
                onClick={() => onChoose(path)}
              >
                {mark !== undefined && (
                  <span className={cx(styles.mark, styles[mark.tone])} aria-hidden="true">
                    {mark.letter}
                  </span>
                )}
                <span className={styles.path}>{path}</span>
                {mark !== undefined && <span className={styles.spoken}>{mark.word}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
