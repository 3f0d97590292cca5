import { invalid, missing } from '../http/refusal.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { masked } from '../world/account.ts'

/** The three lists of seed §4.3 as one map by name, as settings show them: without credentials. */
export function seedServers(config: JsonObject): JsonObject {
  const servers: JsonObject = {}
  for (const [list, transport] of [
    ['sse_servers', 'sse'],
    ['shttp_servers', 'streamable-http'],
  ] as const) {
    for (const [at, server] of listOf(config, list).entries()) {
      const loc = ['body', 'mcp_config', list, at]
      const url = textOf(server, 'url', loc)
      textOf(server, 'api_key', loc)
      servers[freeName(servers, URL.parse(url)?.host ?? url)] = { url, transport, headers: {} }
    }
  }
  for (const [at, server] of listOf(config, 'stdio_servers').entries()) {
    const loc = ['body', 'mcp_config', 'stdio_servers', at]
    const { args = [], env = {} } = server
    servers[textOf(server, 'name', loc)] = {
      command: textOf(server, 'command', loc),
      args,
      env: isObject(env) ? masked(env) : {},
      transport: 'stdio',
    }
  }
  return servers
}

/** The map of the successor (contract §10), as settings show it: without credentials. */
export function successorServers(config: JsonObject): JsonObject {
  const { mcpServers = {} } = config
  if (!isObject(mcpServers)) {
    throw invalid('dict_type', ['body', 'mcp_config', 'mcpServers'], 'Input should be a valid dictionary', mcpServers)
  }
  return Object.fromEntries(
    Object.entries(mcpServers).map(([name, server]): [string, Json] => {
      const loc = ['body', 'mcp_config', 'mcpServers', name]
      if (!isObject(server)) throw invalid('model_attributes_type', loc, 'Input should be a valid dictionary', server)
      if (server.url === undefined) textOf(server, 'command', loc)
      const { headers, env, auth: _auth, ...rest } = server
      return [
        name,
        {
          ...rest,
          ...(isObject(headers) ? { headers: masked(headers) } : {}),
          ...(isObject(env) ? { env: masked(env) } : {}),
        },
      ]
    }),
  )
}

function listOf(config: JsonObject, name: string): JsonObject[] {
  const { [name]: list = [] } = config
  if (!Array.isArray(list))
    throw invalid('list_type', ['body', 'mcp_config', name], 'Input should be a valid list', list)
  return list.map((item, at) => {
    if (isObject(item)) return item
    throw invalid('model_attributes_type', ['body', 'mcp_config', name, at], 'Input should be a valid dictionary', item)
  })
}

function textOf(server: JsonObject, name: string, loc: (string | number)[]): string {
  const value = server[name]
  if (value === undefined) throw missing([...loc, name], server)
  if (typeof value !== 'string') throw invalid('string_type', [...loc, name], 'Input should be a valid string', value)
  return value
}

function freeName(taken: JsonObject, name: string): string {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name} ${count}`
    if (!(free in taken)) return free
  }
}
