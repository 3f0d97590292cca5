import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const editorColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--lane-tool)' },
  { tag: tags.number, color: 'var(--lane-memory)' },
  { tag: [tags.bool, tags.null], color: 'var(--lane-agent)' },
  { tag: [tags.punctuation, tags.brace, tags.squareBracket], color: 'var(--fg-muted)' },
])

/** The tokens reach into the shadow root, so one look serves both themes. */
export const editorLook = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--fg)', fontSize: '11.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--fg-faint)', border: 'none' },
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
  // Nothing can be replaced here.
  '.cm-panel.cm-search [name=replace], .cm-panel.cm-search [name=replaceAll], .cm-panel.cm-search br': {
    display: 'none',
  },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--bg-sunken)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    color: 'var(--fg)',
  },
})
