import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import styles from './editor.module.css'
import { readOnlyText } from './textEditor.tsx'
import { useEditorRoot } from './useEditorRoot.ts'

export type DiffLayout = 'side by side' | 'inline'

/** Longer comparisons are cut short and get coarser instead. */
const DIFF = { scanLimit: 2_000, timeout: 150 }
/** Lines around a change; longer equal stretches are folded. */
const UNCHANGED = { margin: 3, minSize: 6 }

export interface DiffEditorProps {
  before: string
  after: string
  layout: DiffLayout
  /** What is compared, for readers of speech. */
  label: string
}

/** Two texts compared. Nothing in them can be changed. */
export function DiffEditor({ before, after, layout, label }: DiffEditorProps) {
  const { host, rootOf } = useEditorRoot()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the root belongs to the element.
  useEffect(() => {
    const root = rootOf()
    if (root === null) return
    const view = layout === 'inline' ? inline(root, before, after, label) : sideBySide(root, before, after, label)
    return () => view.destroy()
  }, [before, after, layout, label])
  return <div ref={host} className={styles.editor} data-testid="diff" />
}

function inline(root: ShadowRoot, before: string, after: string, label: string): EditorView {
  return new EditorView({
    root,
    parent: root,
    doc: after,
    extensions: [
      readOnlyText(label),
      colours,
      EditorView.lineWrapping,
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: UNCHANGED,
        diffConfig: DIFF,
      }),
    ],
  })
}

function sideBySide(root: ShadowRoot, before: string, after: string, label: string): MergeView {
  const side = (doc: string, name: string) => ({
    doc,
    extensions: [readOnlyText(`${label}, ${name}`), colours, EditorView.lineWrapping],
  })
  const view = new MergeView({
    a: side(before, 'before'),
    b: side(after, 'after'),
    parent: root,
    root,
    collapseUnchanged: UNCHANGED,
    diffConfig: DIFF,
  })
  // Its own scroller; the editors inside grow to their content.
  view.dom.style.height = '100%'
  return view
}

const colours = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-changedLine': { backgroundColor: 'var(--ok-soft)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    color: 'var(--danger)',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': { background: 'none', color: 'var(--ok)' },
  '.cm-collapsedLines': {
    background: 'var(--bg-raised)',
    color: 'var(--fg-faint)',
    padding: '2px 14px',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-changeGutter': { width: '2px' },
})
