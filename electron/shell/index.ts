export { runShell, type StartCore } from './runShell.ts'
