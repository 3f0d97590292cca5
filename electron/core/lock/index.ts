export type { LockRecord } from './lockRecord.ts'
export { type HeldLock, type TakenLock, takeLock } from './takeLock.ts'
