import { json } from '@codemirror/lang-json'
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import styles from './jsonView.module.css'

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--lane-tool)' },
  { tag: tags.number, color: 'var(--lane-memory)' },
  { tag: [tags.bool, tags.null], color: 'var(--lane-agent)' },
  { tag: [tags.punctuation, tags.brace, tags.squareBracket], color: 'var(--fg-muted)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--fg)', fontSize: '11.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--fg-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-raised)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--bg-selected) !important' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-hover)',
    border: '1px solid var(--line-strong)',
    color: 'var(--fg-muted)',
    padding: '0 4px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn-line)' },
  '.cm-panels': { backgroundColor: 'var(--bg-raised)', color: 'var(--fg)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 8px', fontFamily: 'var(--font-ui)' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--bg-sunken)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    color: 'var(--fg)',
  },
})

/** JSON to read: folding, search (Ctrl F), line numbers. Nothing in it can be changed. */
export function JsonEditor({ source, label }: { source: string; label: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    // In a shadow root CodeMirror's styles are adopted style sheets; the page's policy refuses <style> elements.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: source,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          lineNumbers(),
          foldGutter(),
          codeFolding(),
          json(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap]),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
        ],
      }),
    })
    return () => view.destroy()
  }, [source, label])
  return <div ref={host} className={styles.editor} />
}
