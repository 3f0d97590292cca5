import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { completionsAt, type Filter, formatFilter, formatTerm, parseFilter } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import type { ViewStore } from '../../state/viewStore.ts'
import { FilterChip } from './filterChip.tsx'
import { FilterCompletions } from './filterCompletions.tsx'
import styles from './filterField.module.css'
import { ProblemNote } from './filterNotes.tsx'
import { useFilterWords } from './useFilterWords.ts'

export interface FilterFieldProps {
  filter: Filter
  onChange: (filter: Filter) => void
  store: ViewStore
  /** Text that is no filter, for the person to put right. */
  unreadable: string | null
}

/** The filter as chips, and the term that is being typed. Enter applies it; what cannot be read stays as it is. */
export function FilterField({ filter, onChange, store, unreadable }: FilterFieldProps) {
  const [text, setText] = useState(unreadable ?? '')
  const [cursor, setCursor] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** The chip that the text takes the place of when it is applied. */
  const [edited, setEdited] = useState<number | null>(null)
  const [isRefused, setRefused] = useState(unreadable !== null)
  const [taken, setTaken] = useState(unreadable)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const noteId = useId()
  useShortcut({ keys: '/', label: 'Filter the events', scope: 'Conversation' }, () => input.current?.focus())

  if (unreadable !== taken) {
    setTaken(unreadable)
    if (unreadable !== null) {
      setText(unreadable)
      setRefused(true)
    }
  }
  const read = useMemo(() => parseFilter(text), [text])
  const problem = isRefused && 'problem' in read ? read.problem : null
  const words = useFilterWords(store, isOpen)
  const completions = completionsAt(text, cursor, words)
  const items = isOpen
    ? completions.items.filter((item) => item.text !== text.slice(completions.from, completions.to))
    : []
  const isListed = items.length > 0

  function type(next: string, at: number) {
    setText(next)
    setCursor(at)
    setActive(-1)
  }

  function apply() {
    setOpen(false)
    setRefused('problem' in read)
    if ('problem' in read) return
    const at = edited ?? filter.length
    leave()
    onChange([...filter.slice(0, at), ...read.filter, ...filter.slice(edited === null ? at : at + 1)])
  }

  function leave() {
    setEdited(null)
    setRefused(false)
    setOpen(false)
    setText('')
    setCursor(0)
  }

  function take(item: { text: string }) {
    const next = text.slice(0, completions.from) + item.text + text.slice(completions.to)
    const at = completions.from + item.text.length
    type(next, at)
    setOpen(item.text.endsWith(':'))
    const field = input.current
    // The browser puts the cursor at the end; what follows the completion is where typing goes on.
    requestAnimationFrame(() => field?.setSelectionRange(at, at))
  }

  function edit(index: number) {
    const term = filter[index]
    if (term === undefined) return
    const written = formatTerm(term)
    setEdited(index)
    setText(written)
    setCursor(written.length)
    input.current?.focus()
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const chosen = items[active]
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault()
        if (!isListed) return setOpen(true)
        const step = event.key === 'ArrowDown' ? 1 : -1
        return setActive(
          active === -1 && step === -1 ? items.length - 1 : (active + step + items.length) % items.length,
        )
      }
      case 'Enter':
        event.preventDefault()
        return chosen === undefined ? apply() : take(chosen)
      case 'Tab': {
        const offered = chosen ?? (text === '' ? undefined : items[0])
        if (offered === undefined || event.shiftKey) return
        event.preventDefault()
        return take(offered)
      }
      case 'Escape':
        // Only what it did something to: an empty field leaves Escape to the page.
        if (!isListed && text === '') return
        event.stopPropagation()
        return isListed ? setOpen(false) : leave()
      case 'Backspace':
        if (text !== '' || filter.length === 0 || edited !== null) return
        event.preventDefault()
        return edit(filter.length - 1)
      default:
    }
  }

  return (
    <>
      <div className={styles.field} data-invalid={problem !== null || undefined}>
        {filter.map((term, index) =>
          index === edited ? null : (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: two terms may be the same.
              key={`${index} ${formatTerm(term)}`}
              term={term}
              onEdit={() => edit(index)}
              onRemove={() => {
                setEdited(null)
                onChange(filter.filter((_, at) => at !== index))
                input.current?.focus()
              }}
            />
          ),
        )}
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label="Filter the events"
          aria-expanded={isListed}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === -1 ? undefined : `${listId}-${active}`}
          aria-invalid={problem !== null}
          aria-describedby={noteId}
          placeholder={filter.length === 0 ? 'filter: words, tool:, is:error, …' : 'and…'}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => {
            setOpen(true)
            type(event.target.value, event.target.selectionStart ?? event.target.value.length)
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={press}
        />
        {isListed && <FilterCompletions id={listId} items={items} active={active} onTake={take} />}
        <span className={styles.spoken} role="status">
          {filter.length > 0 && `Filtered by ${formatFilter(filter)}`}
        </span>
      </div>
      {problem !== null && <ProblemNote id={noteId} text={text} problem={problem} />}
    </>
  )
}
