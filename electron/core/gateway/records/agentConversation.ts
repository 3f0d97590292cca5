import { conversationInfoSchema } from '../../../../shared/contract/index.ts'
import type { Conversation } from '../../../../shared/domain/index.ts'
import { deviationsOf } from './deviations.ts'
import { fieldsOf } from './fields.ts'
import { hexId, hexIdOrNull, hexIds } from './ids.ts'
import { tagsOf } from './tags.ts'
import { usageOf, usageOfStats } from './usage.ts'

/**
 * Reads a ConversationInfo of an agent server (contract §11) into the console's form; null when it has no id.
 * `conversationUrl` is where it was read from. The agent's configuration, which holds credentials, is not looked at
 * but for the name of the model.
 */
export function readAgentConversation(connectionId: string, baseUrl: string, record: unknown): Conversation | null {
  const fields = fieldsOf(record)
  const id = fields.text('id')
  if (id === null) return null
  return {
    connectionId,
    conversationId: hexId(id),
    title: fields.text('title'),
    executionStatus: fields.text('execution_status')?.toLowerCase() ?? null,
    sandboxStatus: null,
    sandboxId: null,
    conversationUrl: `${baseUrl}/api/conversations/${hexId(id)}`,
    repository: null,
    branch: null,
    gitProvider: null,
    model: fields.text('current_model_id') ?? fields.object('agent').object('llm').text('model'),
    acpServer: null,
    trigger: null,
    isPublic: false,
    parentConversationId: hexIdOrNull(fields.text('parent_conversation_id')),
    subConversationIds: hexIds(fields.list('sub_conversation_ids')),
    tags: tagsOf(fields),
    usage: usageOfStats(fields.object('stats')) ?? usageOf(fields.raw('metrics')),
    createdAt: fields.time('created_at'),
    updatedAt: fields.time('updated_at'),
    isDeleted: false,
    deviations: deviationsOf(conversationInfoSchema, record),
  }
}
