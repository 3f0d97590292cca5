import { GIT_PROVIDERS } from '../../../../shared/contract/index.ts'
import { invalid, missing, Refusal, refuse } from '../../http/refusal.ts'
import { json, type Request, type Route } from '../../http/route.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { World } from '../../world/world.ts'
import { seedServers, successorServers } from '../mcpServers.ts'

const SUCCESSOR = '/api/v1/secrets/git-providers'

/** Seed §4.3: an invalid token is 401 `{error}`. */
export const addGitProviders: Route<World> = {
  method: 'POST',
  path: '/api/add-git-providers',
  handle: (request) => store(request, seedServers, (message) => new Refusal(401, { error: message })),
}

/** Contract §10, §18.4: an invalid token is 401 `{detail}`. */
export const storeGitProviders: Route<World> = {
  method: 'POST',
  path: SUCCESSOR,
  handle: (request) => store(request, successorServers, (message) => refuse(401, message)),
}

export const unsetGitProviders: Route<World> = {
  method: 'DELETE',
  path: SUCCESSOR,
  handle({ server }) {
    server.account.providers.clear()
    return json({ message: 'Unset Git provider tokens' })
  },
}

async function store(
  request: Request<World>,
  serversOf: (config: JsonObject) => JsonObject,
  refused: (message: string) => Refusal,
): Promise<Response> {
  const body = await request.body()
  if (body === undefined) throw missing(['body'])
  const { mcp_config: config = null, provider_tokens: tokens = {} } = objectAt(body, ['body'])
  const servers = config === null ? null : serversOf(objectAt(config, ['body', 'mcp_config']))
  const { account } = request.server
  const given = Object.entries(objectAt(tokens, ['body', 'provider_tokens'])).map(([provider, value]) => {
    const loc = ['body', 'provider_tokens', provider]
    if (!GIT_PROVIDERS.some((known) => known === provider)) {
      const expected = GIT_PROVIDERS.map((known) => `'${known}'`).join(', ')
      throw invalid('enum', [...loc, '[key]'], `Input should be ${expected}`, provider, { expected })
    }
    const { token = null, host = null } = objectAt(value, loc)
    return { provider, token: textAt(token, [...loc, 'token']), host: textAt(host, [...loc, 'host']) }
  })
  const bad = given.find(({ token }) => token !== null && token !== '' && !looksGood(token))
  if (bad !== undefined) throw refused(`Invalid token. Please make sure it is a valid ${bad.provider} token.`)
  // The map replaces all; one without a token stays when there was one, and is nothing when there was none.
  const kept = given.filter(({ provider, token }) => token || account.providers.has(provider))
  account.providers = new Map(kept.map(({ provider, host }) => [provider, host]))
  if (servers !== null) account.mcpServers = servers
  return json({ message: 'Git providers stored' })
}

/** Stands for asking the provider, which a service on loopback does not do. */
function looksGood(token: string): boolean {
  return token.length >= 8 && !/\s|bad|wrong|expired/i.test(token)
}

function objectAt(value: Json, loc: string[]): JsonObject {
  if (!isObject(value)) throw invalid('model_attributes_type', loc, 'Input should be a valid dictionary', value)
  return value
}

function textAt(value: Json, loc: string[]): string | null {
  if (value !== null && typeof value !== 'string')
    throw invalid('string_type', loc, 'Input should be a valid string', value)
  return value
}
