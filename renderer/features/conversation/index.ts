export { ConversationPage, type ConversationPageProps } from './conversationPage.tsx'
export { openPage } from './openPage.ts'
