export { ConnectionsPage } from './connectionsPage.tsx'
export { useConnectionNames, useConnections, useShownConnections } from './useConnections.ts'
export { VaultBanner } from './vaultBanner.tsx'
