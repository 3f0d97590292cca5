import { appConversationSchema } from '../../../../shared/contract/index.ts'
import type { Conversation } from '../../../../shared/domain/index.ts'
import { deviationsOf } from './deviations.ts'
import { fieldsOf } from './fields.ts'
import { hexId, hexIdOrNull, hexIds } from './ids.ts'
import { tagsOf } from './tags.ts'
import { usageOf } from './usage.ts'

/** An app-conversation record (contract §2) in the console's form, and the key that it carried. */
export interface AppConversationReading {
  conversation: Conversation
  /** Of the sandbox; null unless it runs. Never leaves the gateway. */
  sessionKey: string | null
}

/** Reads a record; null when it has no id and so cannot be named. */
export function readAppConversation(connectionId: string, record: unknown): AppConversationReading | null {
  const fields = fieldsOf(record)
  const id = fields.text('id') ?? fields.text('app_conversation_id')
  if (id === null) return null
  return {
    sessionKey: fields.text('session_api_key'),
    conversation: {
      connectionId,
      conversationId: hexId(id),
      title: fields.text('title'),
      executionStatus: fields.text('execution_status')?.toLowerCase() ?? null,
      sandboxStatus: fields.text('sandbox_status')?.toUpperCase() ?? 'MISSING',
      sandboxId: fields.text('sandbox_id'),
      conversationUrl: fields.text('conversation_url'),
      repository: fields.text('selected_repository'),
      branch: fields.text('selected_branch'),
      gitProvider: fields.text('git_provider'),
      model: fields.text('llm_model'),
      acpServer: fields.text('agent_kind') === 'acp' ? (fields.text('acp_server') ?? 'custom') : null,
      trigger: fields.text('trigger'),
      isPublic: fields.isTrue('public'),
      parentConversationId: hexIdOrNull(fields.text('parent_conversation_id')),
      subConversationIds: hexIds(fields.list('sub_conversation_ids')),
      tags: tagsOf(fields),
      usage: usageOf(fields.raw('metrics')),
      createdAt: fields.time('created_at'),
      updatedAt: fields.time('updated_at'),
      isDeleted: false,
      deviations: deviationsOf(appConversationSchema, record),
    },
  }
}
