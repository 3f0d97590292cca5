export { ClearingNotice } from './clearingNotice.tsx'
export { useClearing } from './clearingStore.ts'
export { bytesOnDisk, useDeletion } from './useDeletion.ts'
