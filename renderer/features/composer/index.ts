export { Composer } from './composer.tsx'
export { ConfirmBar } from './confirmBar.tsx'
export { type CommandCall, type CommandState, useCommand } from './useCommand.ts'
