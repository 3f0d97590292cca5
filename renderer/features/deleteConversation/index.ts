export { DeleteDialog } from './deleteDialog.tsx'
