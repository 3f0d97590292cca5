import { accountProcedures } from './account.ts'
import { agentProcedures } from './agent.ts'
import { archiveProcedures } from './archive.ts'
import { failing, type Rooms } from './base.ts'
import { connectionProcedures, hostProcedures } from './connections.ts'
import { conversationProcedures } from './conversations.ts'
import { filterProcedures } from './filters.ts'
import { sandboxProcedures } from './sandboxes.ts'
import { searchProcedures } from './search.ts'
import { gitProviderProcedures, secretProcedures, settingsProcedures } from './settings.ts'
import { sharedProcedures } from './shared.ts'
import { exportProcedures, importProcedures } from './transfer.ts'
import { eventProcedures, syncProcedures, tagProcedures, viewProcedures } from './views.ts'
import { workProcedures } from './work.ts'

export type { Rooms } from './base.ts'
export { ViewRegistry } from './viewRegistry.ts'

/** The router that implements `shared/rpc` over the rooms of the core. */
export function createRouter(rooms: Rooms) {
  const base = failing(rooms)
  return base.router({
    ...hostProcedures(base, rooms),
    connections: connectionProcedures(base, rooms),
    account: accountProcedures(base, rooms),
    settings: settingsProcedures(base, rooms),
    secrets: secretProcedures(base, rooms),
    gitProviders: gitProviderProcedures(base, rooms),
    conversations: conversationProcedures(base, rooms),
    tags: tagProcedures(base, rooms),
    agent: agentProcedures(base, rooms),
    work: workProcedures(base, rooms),
    sandboxes: sandboxProcedures(base, rooms),
    shared: sharedProcedures(base, rooms),
    exports: exportProcedures(base, rooms),
    imports: importProcedures(base, rooms),
    sync: syncProcedures(base, rooms),
    view: viewProcedures(base, rooms),
    filters: filterProcedures(base, rooms),
    event: eventProcedures(base, rooms),
    search: searchProcedures(base, rooms),
    archive: archiveProcedures(base, rooms),
  })
}
export type Router = ReturnType<typeof createRouter>
