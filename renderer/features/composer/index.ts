export { Composer } from './composer.tsx'
export { ConfirmBar } from './confirmBar.tsx'
export { type CommandState, useCommand } from './useCommand.ts'
