export { TagEditor, type TagEditorProps } from './tagEditor.tsx'
