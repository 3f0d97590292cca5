import { search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect } from 'react'
import styles from './editor.module.css'
import { editorLook } from './editorLook.ts'
import { useEditorRoot } from './useEditorRoot.ts'

/** Text to read, with line numbers and search (Ctrl F). Nothing in it can be changed. */
export function TextEditor({ text, label }: { text: string; label: string }) {
  const { host, rootOf } = useEditorRoot()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the root belongs to the element.
  useEffect(() => {
    const root = rootOf()
    if (root === null) return
    const view = new EditorView({ root, parent: root, doc: text, extensions: readOnlyText(label) })
    return () => view.destroy()
  }, [text, label])
  return <div ref={host} className={styles.editor} data-testid="text" />
}

/** What every editor for reading has. */
export function readOnlyText(label: string) {
  return [
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    lineNumbers(),
    search({ top: true }),
    keymap.of(searchKeymap),
    editorLook,
  ]
}
