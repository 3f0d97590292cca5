import type { StartTask } from '../../../../shared/domain/index.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { hexIdOrNull } from './ids.ts'

/** Reads a start task (contract §3); null when it has no id. Of its `request` echo only what tells tasks apart is kept. */
export function readStartTask(connectionId: string, record: unknown): StartTask | null {
  const fields = fieldsOf(record)
  const id = fields.text('id')
  if (id === null) return null
  const request = fields.object('request')
  return {
    connectionId,
    id,
    status: fields.text('status')?.toUpperCase() ?? 'WORKING',
    detail: fields.text('detail'),
    conversationId: hexIdOrNull(fields.text('app_conversation_id')),
    sandboxId: fields.text('sandbox_id'),
    title: request.text('title') ?? firstLine(request.object('initial_message')),
    repository: request.text('selected_repository'),
    createdAt: fields.time('created_at'),
  }
}

const LONGEST_NAME = 80

/** The beginning of the first message: what a person remembers of a start without a title. */
function firstLine(message: Fields): string | null {
  for (const part of message.list('content')) {
    const line = fieldsOf(part).text('text')?.trim().split('\n')[0]
    if (line !== undefined && line !== '') return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line
  }
  return null
}
