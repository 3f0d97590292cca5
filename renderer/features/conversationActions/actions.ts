import type { ConversationAction } from './action.ts'

/** In the order of the menu; what cannot be undone comes last. */
export const ACTIONS: readonly ConversationAction[] = []
