export { ResumeSandboxDialog } from './resumeSandboxDialog.tsx'
export { SandboxesPage } from './sandboxesPage.tsx'
export { useSandboxes } from './useSandboxes.ts'
