import { pathHex } from '../../http/pathHex.ts'
import { invalid, missing, refuse } from '../../http/refusal.ts'
import { json, type Request, type Route } from '../../http/route.ts'
import { isObject } from '../../json.ts'
import type { Conversation } from '../../world/conversation.ts'
import { PROFILES } from '../../world/profiles.ts'
import type { World } from '../../world/world.ts'

/** The agent goes on with the model of a saved profile (contract §10). */
export const switchProfile: Route<World> = {
  method: 'POST',
  path: '/api/v1/app-conversations/:id/switch_profile',
  async handle(request) {
    const name = await nameIn(request, 'profile_name')
    const model = PROFILES.get(name)
    if (model === undefined) throw refuse(404, `Profile '${name}' not found`)
    return switchTo(awake(request, 'profiles'), model)
  },
}

/** Another model for an agent that runs over ACP; other agents refuse (recorded). */
export const switchAcpModel: Route<World> = {
  method: 'POST',
  path: '/api/v1/app-conversations/:id/switch_acp_model',
  async handle(request) {
    const model = await nameIn(request, 'model')
    const conversation = awake(request, 'models')
    if (conversation.acpServer === null) throw refuse(400, 'Agent server error: 400')
    return switchTo(conversation, model)
  },
}

async function nameIn(request: Request<World>, field: string): Promise<string> {
  pathHex(request)
  const body = await request.body()
  if (body === undefined) throw missing(['body'])
  if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
  const name = body[field]
  if (name === undefined) throw missing(['body', field], body)
  if (typeof name !== 'string') throw invalid('string_type', ['body', field], 'Input should be a valid string', name)
  if (name !== '') return name
  const msg = 'String should have at least 1 character'
  throw invalid('string_too_short', ['body', field], msg, name, { min_length: 1 })
}

/** The conversation in the path, if its sandbox runs. */
function awake(request: Request<World>, what: string): Conversation {
  const hex = pathHex(request)
  const conversation = request.server.conversations.get(hex)
  const status = conversation === undefined ? undefined : request.server.sandboxOf(conversation)?.status
  if (status === 'PAUSED') throw refuse(409, `Sandbox is paused; resume it before switching ${what}.`)
  if (conversation === undefined || status !== 'RUNNING') throw refuse(404, `Conversation ${hex} is not reachable`)
  return conversation
}

function switchTo(conversation: Conversation, model: string): Response {
  conversation.model = model
  conversation.touch()
  return json({ success: true })
}
