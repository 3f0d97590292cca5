import type { JsonObject } from '../json.ts'
import type { Conversation } from '../world/conversation.ts'
import type { WireEvent } from '../world/eventLog.ts'
import { agentConfig } from './agentConfig.ts'

/** What `full_state` and GET conversation share (contract §9.3). */
export function sharedState(c: Conversation): JsonObject {
  return {
    id: c.id,
    workspace: { working_dir: c.seed.workingDir, kind: 'LocalWorkspace' },
    persistence_dir: `workspace/conversations/${c.hex}`,
    max_iterations: 500,
    stuck_detection: true,
    execution_status: c.status,
    confirmation_policy: c.policy,
    security_analyzer: c.agent.analyzer,
    activated_knowledge_skills: [],
    invoked_skills: [],
    blocked_actions: {},
    blocked_messages: {},
    stats: { usage_to_metrics: { agent: c.metrics.full() } },
    tags: c.tags,
    agent_state: {},
    agent: agentConfig(c.seed.model),
  }
}

/** The `full_state` event: sent on subscribe, at the end of a run, after pause and interrupt. Nulls are left out. */
export function fullState(c: Conversation): WireEvent {
  const leaf = c.leafId
  const value: JsonObject = {
    ...withoutNulls(sharedState(c)),
    secret_registry: { secret_sources: {} },
    ...(c.lastUserMessageId === undefined ? {} : { last_user_message_id: c.lastUserMessageId }),
    ...(leaf === undefined ? {} : { leaf_event_id: leaf }),
    activated_path_rules: [],
    head_is_empty: leaf === undefined,
  }
  return c.transientEvent('ConversationStateUpdateEvent', 'environment', { key: 'full_state', value })
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
}
