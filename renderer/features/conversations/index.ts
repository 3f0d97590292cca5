export { ConversationsPage } from './conversationsPage.tsx'
export { type ShownFleet, useFleet, useFleetSignals } from './useFleet.ts'
