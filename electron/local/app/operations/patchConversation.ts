import { GIT_PROVIDERS } from '../../../../shared/contract/index.ts'
import { invalid, missing, outside, refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { World } from '../../world/world.ts'
import { conversationRecord } from '../records.ts'
import { hexInHandler } from './hexInHandler.ts'

/** PATCH: what is given changes, null clears, unknown fields, `tags` among them, are ignored (contract §2). */
export const patchConversation: Route<World> = {
  method: 'PATCH',
  path: '/api/v1/app-conversations/:id',
  async handle(request) {
    const body = await request.body()
    if (body === undefined) throw missing(['body'])
    if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
    const change = {
      title: textOf(body, 'title'),
      public: flagOf(body, 'public'),
      repository: textOf(body, 'selected_repository'),
      branch: textOf(body, 'selected_branch'),
      gitProvider: providerOf(body),
    }
    const hex = hexInHandler(request.param('id'))
    const conversation = request.server.conversations.get(hex)
    if (conversation === undefined) throw refuse(404, 'unknown_app_conversation')
    checkRepository(change)
    for (const [name, value] of Object.entries(change)) {
      if (value !== undefined) Object.assign(conversation, { [name]: value })
    }
    conversation.touch()
    return json(conversationRecord(request.server, conversation))
  },
}

/** The real server raises ValueError for these, which ends as 500 (contract §18.4). */
function checkRepository(change: { repository: Text; branch: Text; gitProvider: Text }): void {
  const { repository, branch, gitProvider } = change
  if (repository === null && (branch != null || gitProvider != null)) {
    throw new Error('Clearing the repository requires clearing branch and provider')
  }
  if (repository != null && !/^[^/;&|$`\r\n]+\/[^/;&|$`\r\n]+$/.test(repository)) throw new Error('bad repository')
}

type Text = string | null | undefined

function textOf(body: JsonObject, name: string): Text {
  const value: Json | undefined = body[name]
  if (value === undefined || value === null || typeof value === 'string') return value
  throw invalid('string_type', ['body', name], 'Input should be a valid string', value)
}

function flagOf(body: JsonObject, name: string): boolean | null | undefined {
  const value: Json | undefined = body[name]
  if (value === undefined || value === null || typeof value === 'boolean') return value
  throw invalid('bool_type', ['body', name], 'Input should be a valid boolean', value)
}

function providerOf(body: JsonObject): Text {
  const value = textOf(body, 'git_provider')
  if (value == null || GIT_PROVIDERS.some((provider) => provider === value)) return value
  throw outside(['body', 'git_provider'], GIT_PROVIDERS, value)
}
