export { NewConversationDialog } from './newConversationDialog.tsx'
export { StartsUnderWay } from './startsUnderWay.tsx'
