export { type Contract, contract } from './contract.ts'
export type { Fleet } from './conversations.ts'
export type { Budget, Trouble, Troubles, VaultStatus } from './host.ts'
export { UPLOAD_PART_BYTES } from './transfer.ts'
