import { accountContract, gitProvidersContract, secretsContract, settingsContract } from './account.ts'
import { agentContract } from './agent.ts'
import { archiveContract } from './archive.ts'
import { connectionsContract } from './connections.ts'
import { conversationsContract } from './conversations.ts'
import { filtersContract } from './filters.ts'
import { hostContract, vaultContract } from './host.ts'
import { sandboxesContract } from './sandboxes.ts'
import { searchContract } from './search.ts'
import { sharedContract } from './shared.ts'
import { syncContract } from './sync.ts'
import { tagsContract } from './tags.ts'
import { exportsContract, importsContract } from './transfer.ts'
import { eventContract, viewContract } from './views.ts'
import { workContract } from './work.ts'

/** The whole contract between core and renderer. Big data is pulled; streams carry only small, conflated signals. */
export const contract = {
  host: hostContract,
  vault: vaultContract,
  connections: connectionsContract,
  account: accountContract,
  settings: settingsContract,
  secrets: secretsContract,
  gitProviders: gitProvidersContract,
  conversations: conversationsContract,
  tags: tagsContract,
  agent: agentContract,
  work: workContract,
  sandboxes: sandboxesContract,
  shared: sharedContract,
  exports: exportsContract,
  imports: importsContract,
  sync: syncContract,
  view: viewContract,
  filters: filtersContract,
  event: eventContract,
  search: searchContract,
  archive: archiveContract,
}
export type Contract = typeof contract
