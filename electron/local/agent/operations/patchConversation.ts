import { pathHex } from '../../http/pathHex.ts'
import { invalid, invalidValue, missing, refuse } from '../../http/refusal.ts'
import { json, type Route } from '../../http/route.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { AgentServer } from '../server.ts'

/** PATCH: `tags` replaces the whole map, absent or null leaves it; `title` 1 to 200 characters (contract §6). */
export const patchConversation: Route<AgentServer> = {
  method: 'PATCH',
  path: '/api/conversations/:id',
  async handle(request) {
    const hex = pathHex(request)
    const body = await request.body()
    if (body === undefined) throw missing(['body'])
    if (!isObject(body)) throw dictionary(['body'], body)
    const tags = body.tags === undefined || body.tags === null ? undefined : checkedTags(body.tags)
    const title = checkedTitle(body.title)
    const conversation = request.server.conversation(hex)
    if (conversation === undefined) {
      if (request.server.env.dialect === '1.34') return json({ success: false })
      throw refuse(404, 'Not Found')
    }
    if (tags !== undefined) conversation.setTags(tags)
    if (title !== undefined) {
      conversation.agentTitle = title
      conversation.touch()
    }
    request.server.announce(conversation)
    return json({ success: true })
  },
}

export function checkedTags(value: Json): Record<string, string> {
  // Not a map, and values without a length, make the real servers fail with 500 (contract §18.1).
  if (!isObject(value))
    throw new Error(`'${Array.isArray(value) ? 'list' : typeof value}' object has no attribute 'items'`)
  const tags: Record<string, string> = {}
  for (const [key, text] of Object.entries(value)) {
    if (!/^[a-z0-9]+\n?$/.test(key)) {
      throw invalidValue(
        ['body', 'tags'],
        `Tag key '${key}' is invalid: keys must be lowercase alphanumeric only`,
        value,
      )
    }
    tags[key] = checkedValue(key, text, value)
  }
  return tags
}

function checkedValue(key: string, text: Json, whole: JsonObject): string {
  if (typeof text === 'string') {
    // The limit counts code points, not UTF-16 units.
    if ([...text].length <= 256) return text
    throw invalidValue(['body', 'tags'], `Tag value for '${key}' exceeds maximum length of 256 characters`, whole)
  }
  if (Array.isArray(text) || isObject(text)) {
    throw invalid('string_type', ['body', 'tags', key], 'Input should be a valid string', text)
  }
  const python = text === null ? 'NoneType' : typeof text === 'boolean' ? 'bool' : 'int'
  throw new Error(`object of type '${python}' has no len()`)
}

function checkedTitle(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined
  const loc = ['body', 'title']
  if (typeof value !== 'string') throw invalid('string_type', loc, 'Input should be a valid string', value)
  if (value === '') {
    throw invalid('string_too_short', loc, 'String should have at least 1 character', value, { min_length: 1 })
  }
  if ([...value].length > 200) {
    throw invalid('string_too_long', loc, 'String should have at most 200 characters', value, { max_length: 200 })
  }
  return value
}

function dictionary(loc: string[], input: Json) {
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  return invalid('model_attributes_type', loc, msg, input)
}
