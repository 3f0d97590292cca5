// A door of its own: whoever needs no editor does not load one.
export { DiffEditor, type DiffLayout } from './diffEditor.tsx'
export { editorColours, editorLook } from './editorLook.ts'
export { TextEditor } from './textEditor.tsx'
export { useEditorRoot } from './useEditorRoot.ts'
