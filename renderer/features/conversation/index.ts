export { ConversationPage, type ConversationPageProps } from './conversationPage.tsx'
