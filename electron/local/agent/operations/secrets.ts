import { invalid, invalidValue, missing } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type Json } from '../../json.ts'
import type { HeldSecret } from '../../world/agentState.ts'
import type { AgentServer } from '../server.ts'
import { bodyOf } from './bodyOf.ts'
import { conversationOf } from './conversationOf.ts'

const KINDS = ['LookupSecret', 'StaticSecret']

/** Adds secrets to those that the agent's commands can use. Values are taken and never given back. */
export const secrets: Route<AgentServer> = {
  method: 'POST',
  path: '/api/conversations/:id/secrets',
  async handle(request) {
    const body = await bodyOf(request)
    if (body.secrets === undefined) throw missing(['body', 'secrets'], body)
    const given = body.secrets
    if (!isObject(given)) {
      throw invalid('dict_type', ['body', 'secrets'], 'Input should be a valid dictionary', given)
    }
    const checked = Object.entries(given).map(([name, value]) => [name, secretOf(name, value, request.server)] as const)
    const { agent } = conversationOf(request)
    for (const [name, secret] of checked) agent.secrets.set(name, secret)
    return json({ success: true })
  },
}

/** A text, `{value}`, a StaticSecret or a LookupSecret; what is no object breaks 1.34 (seen). */
function secretOf(name: string, value: Json, server: AgentServer): HeldSecret {
  if (typeof value === 'string') return { kind: 'StaticSecret', description: null }
  const loc = ['body', 'secrets', name]
  if (!isObject(value)) {
    if (server.env.dialect === '1.34') throw new Error(`'${typeof value}' object has no attribute 'pop'`)
    const msg = 'Input should be a valid dictionary or object to extract fields from'
    throw invalid('model_attributes_type', loc, msg, value)
  }
  const kind = value.kind ?? 'StaticSecret'
  if (kind !== 'StaticSecret' && kind !== 'LookupSecret') {
    const list = `['${KINDS.join("', '")}']`
    const base = 'openhands.sdk.secret.secrets.SecretSource'
    throw invalidValue(loc, `Unknown kind '${String(kind)}' for ${base}; Expected one of: ${list}`, value)
  }
  const description = typeof value.description === 'string' ? value.description : null
  if (kind === 'StaticSecret') return { kind, description }
  if (typeof value.url !== 'string') throw missing([...loc, 'url'], value)
  return { kind, description, url: value.url }
}
