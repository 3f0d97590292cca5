export type { ActionDialogProps, ActionStatus, ConversationAction } from './action.ts'
export { ActionsMenu } from './actionsMenu.tsx'
