export { SandboxesPage } from './sandboxesPage.tsx'
export { useSandboxes } from './useSandboxes.ts'
