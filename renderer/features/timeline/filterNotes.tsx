import type { Filter, FilterProblem } from '../../../shared/domain/index.ts'
import styles from './filterField.module.css'

/** What is wrong with the text that is being typed, its place underlined. */
export function ProblemNote({ id, text, problem }: { id: string; text: string; problem: FilterProblem }) {
  const { from, to, message } = problem
  return (
    <p id={id} className={styles.problem} role="alert">
      <code>
        {text.slice(0, from)}
        <u>{text.slice(from, to)}</u>
        {text.slice(to)}
      </code>
      <span>
        {message} {'The filter is as it was.'}
      </span>
    </p>
  )
}

/** Tags are the conversation's: inside of it they let through every event or none. */
export function TagNote({ filter }: { filter: Filter }) {
  if (!filter.some((term) => term.field === 'tag')) return null
  return (
    <p className={styles.tagNote}>
      <code>tag:</code> is about the whole conversation: here it holds for every event, or for none.
    </p>
  )
}
