import { limitOf } from '../../http/query.ts'
import { invalid, missing, refuse } from '../../http/refusal.ts'
import { json, type Request, type Route } from '../../http/route.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { World } from '../../world/world.ts'

const PATH = '/api/v1/secrets'

/** Names and descriptions in order of name; `page_id` is the last name of the page before, an unknown one begins again. */
export const searchSecrets: Route<World> = {
  method: 'GET',
  path: `${PATH}/search`,
  handle({ server, query }) {
    const limit = limitOf(query)
    const part = query.get('name__contains')?.toLowerCase() ?? ''
    const found = [...server.account.secrets]
      .filter(([name]) => name.toLowerCase().includes(part))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const start = found.findIndex(([name]) => name === query.get('page_id')) + 1
    const page = found.slice(start, start + limit)
    const next = start + limit < found.length ? (page.at(-1)?.[0] ?? null) : null
    return json({ items: page.map(([name, description]) => ({ name, description })), next_page_id: next })
  },
}

/** One of the same name gets the new value without a word, and keeps a description that is not sent (seen). */
export const createSecret: Route<World> = {
  method: 'POST',
  path: PATH,
  async handle(request) {
    const body = await bodyOf(request)
    const name = textOf(body, 'name')
    textOf(body, 'value')
    const { secrets } = request.server.account
    const { description = null } = body
    secrets.set(name, description === null ? (secrets.get(name) ?? '') : descriptionOf(body))
    return json({ message: 'Secret created successfully' }, 201)
  },
}

/** Name and description; the value stays, and a description that is not sent is cleared. */
export const changeSecret: Route<World> = {
  method: 'PUT',
  path: `${PATH}/:id`,
  async handle(request) {
    const body = await bodyOf(request)
    const name = textOf(body, 'name')
    const { secrets } = request.server.account
    const id = known(request)
    if (name !== id && secrets.has(name)) throw refuse(400, `Secret ${name} already exists`)
    secrets.delete(id)
    secrets.set(name, descriptionOf(body))
    return json({ message: 'Secret updated successfully' })
  },
}

export const deleteSecret: Route<World> = {
  method: 'DELETE',
  path: `${PATH}/:id`,
  handle(request) {
    request.server.account.secrets.delete(known(request))
    return json({ message: 'Secret deleted successfully' })
  },
}

function known({ server, param }: Request<World>): string {
  const id = param('id')
  if (!server.account.secrets.has(id)) throw refuse(404, `Secret with ID ${id} not found`)
  return id
}

async function bodyOf(request: Request<World>): Promise<JsonObject> {
  const body = await request.body()
  if (body === undefined) throw missing(['body'])
  if (!isObject(body)) throw invalid('model_attributes_type', ['body'], 'Input should be a valid dictionary', body)
  return body
}

function textOf(body: JsonObject, name: string): string {
  const value = body[name]
  if (value === undefined) throw missing(['body', name], body)
  return stringOf(value, name)
}

function descriptionOf({ description = null }: JsonObject): string {
  return description === null ? '' : stringOf(description, 'description')
}

function stringOf(value: Json, name: string): string {
  if (typeof value !== 'string') throw invalid('string_type', ['body', name], 'Input should be a valid string', value)
  return value
}
