import { dashed } from '../ids.ts'
import { branchTo } from './branch.ts'
import type { Conversation } from './conversation.ts'
import type { World } from './world.ts'

/** How a fork is to be made (contract §11). */
export interface ForkRequest {
  hex: string | undefined
  title: string | null
  tags: Record<string, string>
  resetMetrics: boolean
  /** The last event that the fork keeps; null keeps the whole log. */
  fromEventId: string | null
}

/**
 * A new conversation in the same sandbox that begins with the events of another, ids and all: the whole log, or the
 * branch that ends in one event (seen on 1.58.0: without that branch's state updates). The app server does not hear
 * of it before it changes, never of its title, and never of the events that it began with (seen).
 */
export function forkConversation(world: World, source: Conversation, request: ForkRequest): Conversation {
  const { fromEventId, resetMetrics, title, tags } = request
  const now = world.clock.now()
  const hex = request.hex ?? world.random.uuid().replaceAll('-', '')
  const fork = world.addConversation({
    ...source.seed,
    hex,
    title: `Conversation ${hex}`,
    agentTitle: title,
    repository: null,
    branch: null,
    trigger: null,
    tags,
    status: 'idle',
    createdMs: now,
    updatedMs: now,
    policy: source.policy,
    cost: resetMetrics ? 0 : source.cost,
    pastLength: 0,
    past: () => [],
  })
  world.conversations.delete(hex)
  world.unheard.set(hex, fork)
  fork.agent.analyzer = source.agent.analyzer
  fork.agent.forkedFrom = { conversationId: dashed(source.hex), eventId: fromEventId }
  if (!resetMetrics) fork.metrics.takeOver(source.metrics.snapshot())
  fork.adopt(fromEventId === null ? source.log.events : branchTo(source.log, fromEventId))
  fork.navigate(fromEventId ?? source.leafId)
  fork.touch()
  return fork
}
