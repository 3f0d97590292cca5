export { createEngine, type EngineDeps } from './createEngine.ts'
export { failureOf } from './failureOf.ts'
export type { ConversationSync, Engine } from './types.ts'
