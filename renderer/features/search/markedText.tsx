import type { SearchHit } from '../../../shared/domain/index.ts'
import styles from './search.module.css'

/** A snippet with what was found in it marked. */
export function MarkedText({ snippet }: { snippet: SearchHit['snippet'] }) {
  const { text, marks } = snippet
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
