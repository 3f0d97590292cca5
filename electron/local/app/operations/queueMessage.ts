import { contentOf } from '../../agent/sockets/clientFrame.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { isObject, type Json } from '../../json.ts'
import { MOST_PENDING } from '../../world/pendingMessages.ts'
import type { World } from '../../world/world.ts'

/**
 * A message for a conversation that is not ready yet; the id may be `task-<start task hex>`. Whatever comes later,
 * and whatever is sent to a conversation that is ready, is taken and never seen again (contract §10, §18.4).
 */
export const queueMessage: Route<World> = {
  method: 'POST',
  path: '/api/v1/conversations/:id/pending-messages',
  async handle(request) {
    const { server } = request
    const body = await bodyOf(request.body())
    if (!Array.isArray(body.content) || body.content.length === 0) throw refuse(400, 'content must be a non-empty list')
    const target = targetOf(server, request.param('id'))
    if (server.pending.count(target) >= MOST_PENDING) {
      throw refuse(429, 'Too many pending messages. Maximum 10 messages per conversation.')
    }
    const position = server.pending.add(target, contentOf(body.content))
    return json({ id: server.random.uuid(), queued: true, position }, 201)
  },
}

/** This handler reads its body itself and answers 400 where others answer 422. */
async function bodyOf(reading: Promise<Json | undefined>): Promise<Record<string, Json>> {
  const body = await reading.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!isObject(body)) throw refuse(400, 'Invalid request body')
  return body
}

function targetOf(world: World, id: string): string {
  const task = /^task-(.+)$/.exec(id)?.[1]
  if (task === undefined) return hexOf(id) ?? id
  const found = world.tasks.get(hexOf(task) ?? '')
  if (found === undefined) throw refuse(404, 'Start task not found')
  if (found.status === 'ERROR') throw refuse(409, 'Conversation failed to start')
  return `task-${found.id}`
}
