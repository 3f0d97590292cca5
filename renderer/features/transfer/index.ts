export { EXPORT, ExportButton } from './exportAction.tsx'
export { ImportedPage } from './importedPage.tsx'
