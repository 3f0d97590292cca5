import type { ConversationAction } from '../conversationActions/index.ts'
import { AskDialog } from './askDialog.tsx'
import { CondenseDialog } from './condenseDialog.tsx'
import { ForkDialog } from './forkDialog.tsx'
import { GoalDialog } from './goalDialog.tsx'
import { whyNotReachable } from './useAgentServer.ts'

/** What an agent server can be told from anywhere on a conversation's page. */
export const AGENT_ACTIONS: readonly ConversationAction[] = [
  { id: 'ask', label: 'Ask the agent…', keys: 'q', needs: 'ask', blocked: whyNotReachable, Dialog: AskDialog },
  { id: 'goal', label: 'Goal…', keys: 'l', needs: 'goal', blocked: whyNotReachable, Dialog: GoalDialog },
  { id: 'fork', label: 'Fork…', keys: 'f', needs: 'fork', blocked: whyNotReachable, Dialog: ForkDialog },
  { id: 'condense', label: 'Condense…', needs: 'condense', blocked: whyNotReachable, Dialog: CondenseDialog },
]
