import type { Route } from '../../http/route.ts'
import type { AgentServer } from '../server.ts'
import { askAgent } from './askAgent.ts'
import { condenseConversation } from './condenseConversation.ts'
import { confirmationPolicy } from './confirmationPolicy.ts'
import { countConversations } from './countConversations.ts'
import { countEvents } from './countEvents.ts'
import { createConversation } from './createConversation.ts'
import { downloadTrajectory } from './downloadTrajectory.ts'
import { exposedPages } from './exposedPages.ts'
import { finalResponse } from './finalResponse.ts'
import { forkConversation } from './forkConversation.ts'
import { getConversation } from './getConversation.ts'
import { getConversations } from './getConversations.ts'
import { getEvent } from './getEvent.ts'
import { goal } from './goal.ts'
import { interruptConversation } from './interruptConversation.ts'
import { liveness } from './liveness.ts'
import { navigateConversation } from './navigateConversation.ts'
import { patchConversation } from './patchConversation.ts'
import { pauseConversation } from './pauseConversation.ts'
import { postEvent } from './postEvent.ts'
import { respondToConfirmation } from './respondToConfirmation.ts'
import { runConversation } from './runConversation.ts'
import { searchConversations } from './searchConversations.ts'
import { searchEvents } from './searchEvents.ts'
import { secrets } from './secrets.ts'
import { securityAnalyzer } from './securityAnalyzer.ts'
import { serverInfo } from './serverInfo.ts'
import { workspace } from './workspace.ts'

/** Every operation of the agent server. Fixed paths stand before those with parameters. */
export const agentRoutes: Route<AgentServer>[] = [
  ...liveness,
  serverInfo,
  searchConversations,
  countConversations,
  getConversations,
  createConversation,
  getConversation,
  patchConversation,
  searchEvents,
  countEvents,
  getEvent,
  postEvent,
  runConversation,
  pauseConversation,
  interruptConversation,
  respondToConfirmation,
  confirmationPolicy,
  securityAnalyzer,
  secrets,
  forkConversation,
  navigateConversation,
  condenseConversation,
  askAgent,
  ...goal,
  finalResponse,
  ...workspace,
  downloadTrajectory,
  ...exposedPages,
]
