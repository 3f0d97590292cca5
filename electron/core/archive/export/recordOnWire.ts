import { dashedConversationId } from '../../../../shared/contract/index.ts'
import type { ExportHead } from './writer.ts'

/** The record of a conversation with the names that the app server gives its fields (contract §2); no key is in it. */
export function recordOnWire({ conversationId, record }: ExportHead): Record<string, unknown> {
  const id = dashed(conversationId)
  if (record === null) return { id }
  const { usage } = record
  return {
    id,
    title: record.title,
    execution_status: record.executionStatus,
    sandbox_status: record.sandboxStatus ?? 'MISSING',
    sandbox_id: record.sandboxId,
    selected_repository: record.repository,
    selected_branch: record.branch,
    git_provider: record.gitProvider,
    llm_model: record.model,
    agent_kind: record.acpServer === null ? 'openhands' : 'acp',
    acp_server: record.acpServer,
    trigger: record.trigger,
    public: record.isPublic,
    parent_conversation_id: record.parentConversationId === null ? null : dashed(record.parentConversationId),
    sub_conversation_ids: record.subConversationIds.map(dashed),
    tags: record.tags,
    metrics:
      usage === null
        ? null
        : {
            accumulated_cost: usage.costUsd,
            accumulated_token_usage: {
              prompt_tokens: usage.promptTokens,
              completion_tokens: usage.completionTokens,
              cache_read_tokens: usage.cacheReadTokens,
              context_window: usage.contextWindow ?? 0,
            },
          },
    created_at: timeOf(record.createdAt),
    updated_at: timeOf(record.updatedAt),
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function dashed(id: string): string {
  return dashedConversationId(id) ?? id
}
