export { Changes } from './changes.tsx'
export { DownloadDialog } from './downloadDialog.tsx'
export { Files } from './files.tsx'
export { Setup } from './setup.tsx'
