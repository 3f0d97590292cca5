import Anser from 'anser'
import { memo, useMemo, useState } from 'react'
import { Button, cx, formatCount } from '../../ui/index.ts'
import styles from './pretty.module.css'

const SHOWN = 20_000
const MOST = 400_000

/** What a terminal printed, with its colours. The end matters most, so a long output loses its middle first. */
export const TerminalOutput = memo(function TerminalOutput({
  output,
  command,
}: {
  output: string
  command: string | null
}) {
  const [isWhole, setIsWhole] = useState(false)
  const limit = isWhole ? MOST : SHOWN
  const parts = useMemo(() => {
    const cut = output.length - limit
    const half = limit / 2
    return cut <= 0
      ? { head: ansi(output), cut: 0, tail: [] }
      : { head: ansi(output.slice(0, half)), cut, tail: ansi(output.slice(-half)) }
  }, [output, limit])
  return (
    <section className={styles.block} aria-label="Terminal output">
      {command !== null && <span className={styles.faint}>{`$ ${command}\n`}</span>}
      <Chunks chunks={parts.head} />
      {parts.cut > 0 && (
        <span className={styles.cut}>
          … {formatCount(parts.cut)} characters left out{' '}
          {isWhole ? 'here: read them in JSON' : <Button onPress={() => setIsWhole(true)}>Show all</Button>}
          {'\n'}
        </span>
      )}
      <Chunks chunks={parts.tail} />
    </section>
  )
})

interface Chunk {
  content: string
  className: string
}

function Chunks({ chunks }: { chunks: readonly Chunk[] }) {
  return chunks.map((chunk, index) =>
    chunk.className === '' ? (
      chunk.content
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: chunks of one text never move.
      <span key={index} className={chunk.className}>
        {chunk.content}
      </span>
    ),
  )
}

/** Colours become our own classes: an output must stay readable in both themes. */
function ansi(output: string): Chunk[] {
  return Anser.ansiToJson(withoutControls(output), { use_classes: true, remove_empty: true }).map((part) => ({
    content: part.content,
    className: cx(
      part.fg ? styles[part.fg] : null,
      ...part.decorations.map((decoration) => styles[`ansi-${decoration}`]),
    ),
  }))
}

/** A carriage return starts the line again; other control sequences than colours move a cursor we do not have. */
function withoutControls(output: string): string {
  return (
    output
      .replaceAll('\r\n', '\n')
      .replaceAll(/[^\n]*\r(?!\n)/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed.
      .replaceAll(/\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\[[0-9;?]*[A-LN-Za-ln-z]|[()][A-Z0-9])/g, '')
  )
}
