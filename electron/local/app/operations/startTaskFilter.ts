import { choiceOf, timeOf } from '../../http/query.ts'
import { invalid } from '../../http/refusal.ts'
import { hexOf } from '../../ids.ts'
import type { StartTask } from '../../world/startTask.ts'
import type { World } from '../../world/world.ts'

const ORDERS = ['CREATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT', 'UPDATED_AT_DESC'] as const

/** Start tasks that fit the query, in its order (contract §3). */
export function matchingStartTasks({ tasks }: World, query: URLSearchParams): StartTask[] {
  const from = timeOf(query, 'created_at__gte')
  const conversation = query.get('conversation_id__eq')
  const hex = conversation === null ? null : hexOf(conversation)
  if (conversation !== null && hex === undefined) {
    const error = 'invalid length: expected length 32 for simple format'
    throw invalid(
      'uuid_parsing',
      ['query', 'conversation_id__eq'],
      `Input should be a valid UUID, ${error}`,
      conversation,
      {
        error,
      },
    )
  }
  const order = choiceOf(query, 'sort_order', ORDERS) ?? 'CREATED_AT_DESC'
  const at = (task: StartTask) => (order.startsWith('CREATED') ? task.createdMs : task.updatedMs)
  const direction = order.endsWith('DESC') ? -1 : 1
  return [...tasks.values()]
    .filter((task) => from === undefined || task.createdMs * 1000 >= from)
    .filter((task) => hex === null || task.conversationHex === hex)
    .sort((one, other) => direction * (at(one) - at(other)))
}
