import { json } from '@codemirror/lang-json'
import { codeFolding, foldGutter, foldKeymap, foldService, syntaxHighlighting } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Text } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { editorColours, editorLook, useEditorRoot } from '../../ui/editor/index.ts'
import { JsonLines } from './jsonLines.ts'
import styles from './jsonView.module.css'

/** Above this the grammar's background parser would hold up the page in slices of 100 ms. */
const GRAMMAR_LIMIT = 200_000
/** Laid out and given to the editor at once: some milliseconds. */
const SLICE = 80_000

export interface JsonEditorProps {
  /** Text in order; parts may be added, never changed. */
  parts: readonly string[]
  label: string
}

/** JSON to read: folding, search (Ctrl F), line numbers. Nothing in it can be changed. Filled slice by slice. */
export function JsonEditor({ parts, label }: JsonEditorProps) {
  const { host, rootOf } = useEditorRoot()
  const filler = useRef<Filler | null>(null)
  const isSmall = parts.length === 1 && (parts[0]?.length ?? 0) <= GRAMMAR_LIMIT
  const first = parts[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first part is another document.
  useEffect(() => {
    const root = rootOf()
    if (root === null) return
    const view = new EditorView({ root, parent: root, state: editorState(label, isSmall) })
    const own = new Filler(view)
    filler.current = own
    return () => {
      own.stop()
      view.destroy()
      filler.current = null
    }
  }, [first, isSmall, label])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new document is filled from its beginning.
  useEffect(() => filler.current?.fill(parts), [parts, first, isSmall, label])

  return <div ref={host} className={styles.editor} data-testid="json" />
}

function editorState(label: string, isSmall: boolean): EditorState {
  return EditorState.create({
    extensions: [
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.lineWrapping,
      lineNumbers(),
      foldGutter(),
      codeFolding(),
      isSmall ? [json(), syntaxHighlighting(editorColours)] : foldService.of(foldByIndent),
      search({ top: true }),
      keymap.of([...searchKeymap, ...foldKeymap]),
      editorLook,
    ],
  })
}

/** Adds text at the end of a document, one slice per task. */
class Filler {
  readonly #view: EditorView
  readonly #lines = new JsonLines()
  #parts: readonly string[] = []
  #part = 0
  #offset = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(view: EditorView) {
    this.#view = view
  }

  fill(parts: readonly string[]): void {
    this.#parts = parts
    if (this.#timer === null) this.#step()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#parts = []
  }

  #step(): void {
    this.#timer = null
    const part = this.#parts[this.#part]
    if (part === undefined) return
    const insert = this.#lines.push(part.slice(this.#offset, this.#offset + SLICE))
    this.#offset += SLICE
    if (this.#offset >= part.length) {
      this.#part += 1
      this.#offset = 0
    }
    this.#view.dispatch({ changes: { from: this.#view.state.doc.length, insert } })
    this.#timer = setTimeout(() => this.#step(), 0)
  }
}

const MOST_FOLDED_LINES = 20_000

/** Everything deeper than a line folds into it. */
function foldByIndent(state: EditorState, lineStart: number): { from: number; to: number } | null {
  const { doc } = state
  const line = doc.lineAt(lineStart)
  const depth = indentOf(doc, line.number)
  let last = line.number
  const end = Math.min(doc.lines, line.number + MOST_FOLDED_LINES)
  while (last < end && indentOf(doc, last + 1) > depth) last += 1
  return last === line.number ? null : { from: line.to, to: doc.line(last).to }
}

function indentOf(doc: Text, number: number): number {
  const start = doc.line(number).from
  return /^ */.exec(doc.sliceString(start, start + 100))?.[0].length ?? 0
}
