export { ConnectionsPage } from './connectionsPage.tsx'
export { useConnections, useShownConnections } from './useConnections.ts'
export { VaultBanner } from './vaultBanner.tsx'
