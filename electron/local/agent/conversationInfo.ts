import type { JsonObject } from '../json.ts'
import type { Dialect } from '../options.ts'
import { recordTime } from '../time.ts'
import type { Conversation } from '../world/conversation.ts'
import { sharedState } from './fullState.ts'

/** ConversationInfo: the agent server's record, nulls included (recorded 1.34.0 and 1.58.0). */
export function conversationInfo(c: Conversation, dialect: Dialect): JsonObject {
  const leaf = c.leafId ?? null
  const { forkedFrom } = c.agent
  return {
    ...sharedState(c),
    secret_registry: { secret_sources: c.agent.secretSources(dialect === '1.34') },
    last_user_message_id: c.lastUserMessageId ?? null,
    leaf_event_id: leaf,
    hook_config: null,
    title: c.agentTitle,
    metrics: null,
    created_at: recordTime(c.seed.createdMs),
    updated_at: recordTime(c.updatedMs),
    forked_from_conversation_id: forkedFrom?.conversationId ?? null,
    forked_from_event_id: forkedFrom?.eventId ?? null,
    current_model_id: c.model,
    available_models: [],
    supports_runtime_model_switch: false,
    launched_agent_profile: null,
    client_tools: [],
    ...(dialect === '1.58' ? newerFields(c) : {}),
  }
}

/** What 1.34.0 does not know yet. */
function newerFields(c: Conversation): JsonObject {
  return {
    parent_conversation_id: c.parentHex,
    sub_conversation_ids: [],
    tool_module_qualnames: { terminal: 'openhands.tools.terminal.definition' },
    runtime_info: { runtime_status: 'available', can_resume: true, runtime_error: null },
  }
}
