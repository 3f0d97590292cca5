import type { StartTask } from '../../../../shared/domain/index.ts'
import { fieldsOf } from './fields.ts'
import { hexIdOrNull } from './ids.ts'

/** Reads a start task (contract §3); null when it has no id. Its `request` echo, which names secrets, is dropped. */
export function readStartTask(connectionId: string, record: unknown): StartTask | null {
  const fields = fieldsOf(record)
  const id = fields.text('id')
  if (id === null) return null
  return {
    connectionId,
    id,
    status: fields.text('status')?.toUpperCase() ?? 'WORKING',
    detail: fields.text('detail'),
    conversationId: hexIdOrNull(fields.text('app_conversation_id')),
    sandboxId: fields.text('sandbox_id'),
  }
}
