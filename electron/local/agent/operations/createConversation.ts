import { invalid, invalidValue, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { hexOf } from '../../ids.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { conversationInfo } from '../conversationInfo.ts'
import type { AgentServer } from '../server.ts'
import { contentOf } from '../sockets/clientFrame.ts'
import { bodyOf, optionalTextIn, textIn } from './bodyOf.ts'
import { checkedTags } from './patchConversation.ts'

const AGENTS = ['agent', 'agent_settings', 'agent_profile_id']

/** For a sandbox of one's own (seed §4.4): 201 for a new conversation, 200 for the one that has this id already. */
export const createConversation: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations',
  async handle(request) {
    const { server } = request
    const body = await bodyOf(request)
    const { workspace } = body
    if (workspace === undefined) throw missing(['body', 'workspace'], body)
    if (!isObject(workspace)) throw notDictionary(['body', 'workspace'], workspace)
    const workingDir = textIn(workspace, 'working_dir')
    if (AGENTS.every((name) => body[name] === undefined || body[name] === null)) {
      throw invalidValue(['body'], 'One of `agent`, `agent_settings`, or `agent_profile_id` must be provided', body)
    }
    const tags = body.tags === undefined || body.tags === null ? {} : checkedTags(body.tags)
    const hex = idIn(body)
    const known = hex === undefined ? undefined : server.conversation(hex)
    if (known !== undefined) return json(conversationInfo(known, server.env.dialect))
    const made = server.create({ hex, workingDir, tags, model: modelIn(body), message: messageIn(body) })
    return json(conversationInfo(made, server.env.dialect), 201)
  },
}

function idIn(body: JsonObject): string | undefined {
  const id = optionalTextIn(body, 'conversation_id')
  if (id === null) return undefined
  const hex = hexOf(id)
  if (hex !== undefined) return hex
  throw invalid('uuid_parsing', ['body', 'conversation_id'], 'Input should be a valid UUID', id)
}

function modelIn({ agent }: JsonObject): string {
  const model = isObject(agent) && isObject(agent.llm) ? agent.llm.model : undefined
  return typeof model === 'string' ? model : 'anthropic/claude-sonnet-4-5'
}

function messageIn({ initial_message: message = null }: JsonObject) {
  if (message === null) return undefined
  if (!isObject(message)) throw notDictionary(['body', 'initial_message'], message)
  return { content: contentOf(message.content), run: message.run === true }
}

function notDictionary(loc: string[], input: JsonObject[string]) {
  return invalid('model_attributes_type', loc, 'Input should be a valid dictionary', input)
}
