import { invalid, refuse } from '../../http/refusal.ts'
import { json, type Request, type Route } from '../../http/route.ts'
import { dashed, hexOf } from '../../ids.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { conversationInfo } from '../conversationInfo.ts'
import type { AgentServer } from '../server.ts'
import { optionalTextIn } from './bodyOf.ts'
import { checkedTags } from './patchConversation.ts'

const LONGEST_TITLE = 200

/** A new conversation in the same sandbox with the history of this one. A body may be left out altogether. */
export const forkConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/fork',
  async handle(request) {
    const { server } = request
    const given = (await request.body()) ?? {}
    if (!isObject(given)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', given)
    const hex = idIn(given)
    const title = titleIn(given)
    const tags = given.tags === undefined || given.tags === null ? {} : checkedTags(given.tags)
    const fromEventId = optionalTextIn(given, 'from_event_id')
    const source = sourceOf(request)
    if (hex !== undefined && server.conversation(hex) !== undefined) {
      throw refuse(409, `Conversation with id ${dashed(hex)} already exists`)
    }
    if (fromEventId !== null && source.log.positionOf(fromEventId) === undefined) {
      throw refuse(404, `Unknown from_event_id: ${fromEventId}`)
    }
    const fork = server.fork(source, {
      hex,
      title,
      // 1.34 keeps the title among the tags too (seen).
      tags: server.env.dialect === '1.34' && title !== null ? { ...tags, title } : tags,
      resetMetrics: given.reset_metrics !== false,
      fromEventId,
    })
    return json(conversationInfo(fork, server.env.dialect), 201)
  },
}

function sourceOf(request: Request<AgentServer>) {
  const source = request.server.conversation(hexOf(request.param('id')) ?? '')
  if (source === undefined) throw refuse(404, 'Source conversation not found')
  return source
}

function idIn({ id }: JsonObject): string | undefined {
  if (id === undefined || id === null) return undefined
  const hex = typeof id === 'string' ? hexOf(id) : undefined
  if (hex !== undefined) return hex
  throw invalid('uuid_parsing', ['body', 'id'], 'Input should be a valid UUID', id)
}

/** Unlike that of PATCH it may be empty (seen). */
function titleIn(body: JsonObject): string | null {
  const title = optionalTextIn(body, 'title')
  if (title === null || [...title].length <= LONGEST_TITLE) return title
  const msg = `String should have at most ${LONGEST_TITLE} characters`
  throw invalid('string_too_long', ['body', 'title'], msg, title, { max_length: LONGEST_TITLE })
}
