import type { Route } from '../../http/route.ts'
import type { World } from '../../world/world.ts'
import { countConversations } from './countConversations.ts'
import { countEvents } from './countEvents.ts'
import { countSharedEvents } from './countSharedEvents.ts'
import { countStartTasks } from './countStartTasks.ts'
import { createSandbox } from './createSandbox.ts'
import { currentKey } from './currentKey.ts'
import { deleteConversation } from './deleteConversation.ts'
import { deleteSandbox } from './deleteSandbox.ts'
import { downloadTrajectory } from './download.ts'
import { listFiles, readFile } from './files.ts'
import { getConversations } from './getConversations.ts'
import { getEvents } from './getEvents.ts'
import { getSharedConversations } from './getSharedConversations.ts'
import { getSharedEvent, getSharedEvents } from './getSharedEvents.ts'
import { getStartTasks } from './getStartTasks.ts'
import { addGitProviders, storeGitProviders, unsetGitProviders } from './gitProviders.ts'
import { gitChanges, gitDiff } from './gitWork.ts'
import { liveness } from './liveness.ts'
import { me } from './me.ts'
import { patchConversation } from './patchConversation.ts'
import { pauseSandbox } from './pauseSandbox.ts'
import { listProfiles } from './profiles.ts'
import { queueMessage } from './queueMessage.ts'
import { resumeSandbox } from './resumeSandbox.ts'
import { getSandboxes, searchSandboxes } from './sandboxes.ts'
import { getSandboxSpecs, searchSandboxSpecs } from './sandboxSpecs.ts'
import { searchConversations } from './searchConversations.ts'
import { searchEvents } from './searchEvents.ts'
import { searchSharedEvents } from './searchSharedEvents.ts'
import { searchStartTasks } from './searchStartTasks.ts'
import { sendMessage } from './sendMessage.ts'
import { serverInfo } from './serverInfo.ts'
import { getSettings, storeSettings } from './settings.ts'
import { listHooks, listSkills } from './setup.ts'
import { startConversation } from './startConversation.ts'
import { changeSecret, createSecret, deleteSecret, searchSecrets } from './storedSecrets.ts'
import { switchAcpModel, switchProfile } from './switchModel.ts'
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
  listProfiles,
  searchSecrets,
  createSecret,
  addGitProviders,
  storeGitProviders,
  unsetGitProviders,
  changeSecret,
  deleteSecret,
  searchConversations,
  countConversations,
  searchStartTasks,
  countStartTasks,
  getStartTasks,
  getConversations,
  startConversation,
  patchConversation,
  deleteConversation,
  sendMessage,
  queueMessage,
  switchProfile,
  switchAcpModel,
  downloadTrajectory,
  readFile,
  listFiles,
  gitChanges,
  gitDiff,
  listSkills,
  listHooks,
  searchEvents,
  countEvents,
  getEvents,
  searchSharedEvents,
  countSharedEvents,
  getSharedEvents,
  getSharedEvent,
  getSharedConversations,
  searchSandboxes,
  getSandboxes,
  createSandbox,
  deleteSandbox,
  pauseSandbox,
  resumeSandbox,
  searchSandboxSpecs,
  getSandboxSpecs,
]
