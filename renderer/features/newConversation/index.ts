export { NewConversationDialog } from './newConversationDialog.tsx'
