import type { Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { countConversations } from './countConversations.ts'
import { countEvents } from './countEvents.ts'
import { createSandbox } from './createSandbox.ts'
import { currentKey } from './currentKey.ts'
import { deleteSandbox } from './deleteSandbox.ts'
import { getConversations } from './getConversations.ts'
import { getEvents } from './getEvents.ts'
import { getStartTasks } from './getStartTasks.ts'
import { addGitProviders, storeGitProviders, unsetGitProviders } from './gitProviders.ts'
import { liveness } from './liveness.ts'
import { me } from './me.ts'
import { pauseSandbox } from './pauseSandbox.ts'
import { resumeSandbox } from './resumeSandbox.ts'
import { getSandboxes, searchSandboxes } from './sandboxes.ts'
import { getSandboxSpecs, searchSandboxSpecs } from './sandboxSpecs.ts'
import { searchConversations } from './searchConversations.ts'
import { searchEvents } from './searchEvents.ts'
import { sendMessage } from './sendMessage.ts'
import { serverInfo } from './serverInfo.ts'
import { getSettings, storeSettings } from './settings.ts'
import { startConversation } from './startConversation.ts'
import { changeSecret, createSecret, deleteSecret, searchSecrets } from './storedSecrets.ts'
import { webClientConfig } from './webClientConfig.ts'

/** Every operation of the app server. Fixed paths stand before those with parameters. */
export const appRoutes: Route<World>[] = [
  ...liveness,
  serverInfo,
  webClientConfig,
  currentKey,
  me,
  getSettings,
  storeSettings,
  searchSecrets,
  createSecret,
  addGitProviders,
  storeGitProviders,
  unsetGitProviders,
  changeSecret,
  deleteSecret,
  searchConversations,
  countConversations,
  getStartTasks,
  getConversations,
  startConversation,
  sendMessage,
  searchEvents,
  countEvents,
  getEvents,
  searchSandboxes,
  getSandboxes,
  createSandbox,
  deleteSandbox,
  pauseSandbox,
  resumeSandbox,
  searchSandboxSpecs,
  getSandboxSpecs,
]
