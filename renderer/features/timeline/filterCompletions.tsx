import { useEffect, useRef } from 'react'
import type { Completion } from '../../../shared/domain/index.ts'
import { cx } from '../../ui/index.ts'
import styles from './filterField.module.css'

export interface FilterCompletionsProps {
  id: string
  items: readonly Completion[]
  active: number
  onTake: (item: Completion) => void
}

/** What may be typed next. The focus stays in the field, which says which one is active. */
export function FilterCompletions({ id, items, active, onTake }: FilterCompletionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} className={styles.list} id={id} role="listbox" aria-label="Completions">
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (aria-activedescendant).
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's.
        <div
          key={item.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={cx(styles.option, index === active && styles.active)}
          // The press must not take the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(item)}
        >
          <span className={styles.completion}>{item.text}</span>
          <span className={styles.about}>{item.about}</span>
        </div>
      ))}
    </div>
  )
}
