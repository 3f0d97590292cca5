export { ConversationSearch } from './conversationSearch.tsx'
export { SearchPage } from './searchPage.tsx'
