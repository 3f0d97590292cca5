import { useState } from 'react'
import { Button, formatCount } from '../../ui/index.ts'
import { isObject } from './eventFields.ts'
import styles from './pretty.module.css'

const PAGE = 50
const SHOWN_TEXT = 600

/** Any value as keys and values, folded below the first levels: what is shown for kinds nobody wrote a view for. */
export function ValueTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  const [limit, setLimit] = useState(PAGE)
  if (!isObject(value) && !Array.isArray(value)) return <Scalar value={value} />
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.slice(0, limit).map((item, index) => [String(index), item])
    : Object.entries(value).slice(0, limit)
  const size = Array.isArray(value) ? value.length : Object.keys(value).length
  if (size === 0) return <span className={styles.faint}>{Array.isArray(value) ? '[]' : '{}'}</span>
  return (
    <dl className={styles.tree}>
      {entries.map(([key, item]) => (
        <Entry key={key} name={key} value={item} depth={depth} />
      ))}
      {size > limit && (
        <Button variant="quiet" onPress={() => setLimit(limit + 10 * PAGE)}>
          {formatCount(size - limit)} more
        </Button>
      )}
    </dl>
  )
}

function Entry({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const [isOpen, setIsOpen] = useState(depth < 1)
  const isBranch = (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.length > 0)
  if (!isBranch) {
    return (
      <div className={styles.leaf}>
        <dt>{name}</dt>
        <dd>
          <Scalar value={Array.isArray(value) ? '[]' : isObject(value) ? '{}' : value} />
        </dd>
      </div>
    )
  }
  const size = Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`
  return (
    <div className={styles.branch}>
      <dt>
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? '▾' : '▸'} {name} <span className={styles.faint}>{size}</span>
        </button>
      </dt>
      {isOpen && (
        <dd>
          <ValueTree value={value} depth={depth + 1} />
        </dd>
      )}
    </div>
  )
}

function Scalar({ value }: { value: unknown }) {
  const [isWhole, setIsWhole] = useState(false)
  if (typeof value !== 'string') return <span className={styles.scalar}>{String(value)}</span>
  const isCut = value.length > SHOWN_TEXT && !isWhole
  return (
    <span className={styles.scalar}>
      {isCut ? `${value.slice(0, SHOWN_TEXT)}… ` : value.slice(0, 100_000)}
      {isCut && (
        <Button variant="quiet" onPress={() => setIsWhole(true)}>
          all {formatCount(value.length)} characters
        </Button>
      )}
    </span>
  )
}
