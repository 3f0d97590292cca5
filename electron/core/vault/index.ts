export { createConnections } from './createConnections.ts'
export { createVault, type VaultOptions } from './createVault.ts'
export type { Connections, Vault } from './types.ts'
