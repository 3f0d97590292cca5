import { memo, useMemo, useState } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Button, cx, formatCount } from '../../ui/index.ts'
import { ImageLink } from './images.tsx'
import { diffLines } from './lineDiff.ts'
import styles from './pretty.module.css'

const MARKDOWN_LIMIT = 50_000
const BLOCK_LIMIT = 20_000
const CONTEXT = 3
const MOST_LINES = 600

/** Markdown of people and models: no raw HTML, no images from elsewhere, links open outside. */
export const MarkdownText = memo(function MarkdownText({ source }: { source: string }) {
  if (source.length > MARKDOWN_LIMIT) return <TextBlock label="Text" source={source} />
  return (
    <div className={styles.markdown}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        skipHtml
        components={{
          img: ({ src, alt }) => <ImageLink address={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          ),
        }}
      >
        {source}
      </Markdown>
    </div>
  )
})

/** Plain text in a box, cut to a size that draws in one frame. */
export function TextBlock({ label, source }: { label: string; source: string }) {
  const [limit, setLimit] = useState(BLOCK_LIMIT)
  const rest = source.length - limit
  return (
    <section className={styles.block} aria-label={label}>
      {rest > 0 ? source.slice(0, limit) : source}
      {rest > 0 && (
        <span className={styles.cut}>
          {'\n'}… {formatCount(rest)} more characters{' '}
          <Button onPress={() => setLimit(limit + 10 * BLOCK_LIMIT)}>Show more</Button>
        </span>
      )}
    </section>
  )
}

/** Old and new text of an edit as one list of lines; long equal stretches are folded. */
export const DiffBlock = memo(function DiffBlock(props: { label: string; before: string; after: string }) {
  const { label, before, after } = props
  const lines = useMemo(() => folded(before, after), [before, after])
  return (
    <section className={cx(styles.block, styles.diff)} aria-label={label}>
      {lines.slice(0, MOST_LINES).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move.
        <span key={index} className={cx(styles.line, styles[line.kind])}>
          <span className={styles.sign}>{SIGNS[line.kind]}</span>
          {line.text}
        </span>
      ))}
      {lines.length > MOST_LINES && (
        <span className={styles.cut}>… {formatCount(lines.length - MOST_LINES)} more lines: read them in JSON</span>
      )}
    </section>
  )
})

const SIGNS = { same: ' ', removed: '−', added: '+', folded: ' ' }

function folded(before: string, after: string): { kind: keyof typeof SIGNS; text: string }[] {
  const lines = diffLines(before, after)
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => line.kind !== 'same')
  const shown: { kind: keyof typeof SIGNS; text: string }[] = []
  let hidden = 0
  lines.forEach((line, index) => {
    if (line.kind === 'same' && !isNear(index)) {
      hidden += 1
      return
    }
    if (hidden > 0) shown.push({ kind: 'folded', text: `${formatCount(hidden)} unchanged lines` })
    hidden = 0
    shown.push(line)
  })
  if (hidden > 0) shown.push({ kind: 'folded', text: `${formatCount(hidden)} unchanged lines` })
  return shown
}
