export { createEngine, type EngineDeps } from './createEngine.ts'
export { failureOf } from './fleet.ts'
export type { ConversationSync, Engine } from './types.ts'
