export { ArchivePage } from './archivePage.tsx'
