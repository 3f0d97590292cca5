import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  addGitProvidersSchema,
  gitProvidersForWritingSchema,
  parseForSending,
  readStrict,
  secretChangeForWritingSchema,
  secretForWritingSchema,
  UnfitToSend,
  webClientConfigSchema,
} from '../../shared/contract/index.ts'
import { OpenApi } from './openapi.ts'
import { recordedAnswers } from './samples.ts'

const cloud = new OpenApi('cloud-openapi.json')
const TOKEN = 'ghp_test-token-0123456789'

/** The field that a refusal names; null when the body may be sent. */
function refusedField(schema: z.ZodType, body: unknown): string | null {
  try {
    expect(parseForSending(schema, body)).toStrictEqual(body)
    return null
  } catch (error) {
    if (error instanceof UnfitToSend) return error.field
    throw error
  }
}

test('the configuration of a real server is read strictly, unchanged', () => {
  const configs = recordedAnswers().filter(({ route }) => route.endsWith('/web-client/config'))
  expect(configs.length).toBeGreaterThan(0)
  for (const { response } of configs) {
    expect(readStrict(webClientConfigSchema, response)).toStrictEqual({ ok: true, value: response })
  }
})

describe('secrets', () => {
  test('what may be sent is what the server publishes', () => {
    const secret = { name: 'NPM_TOKEN', value: 'a\nb', description: null }
    expect(refusedField(secretForWritingSchema, secret)).toBeNull()
    expect(cloud.accepts('CustomSecretCreate', secret)).toBe(true)
    const change = { name: 'NPM_TOKEN', description: 'd' }
    expect(refusedField(secretChangeForWritingSchema, change)).toBeNull()
    expect(cloud.accepts('CustomSecretWithoutValue', change)).toBe(true)
  })

  test('a change cannot carry a value', () => {
    expect(() => refusedField(secretChangeForWritingSchema, { name: 'A', description: null, value: 'x' })).not.toThrow()
    expect(refusedField(secretChangeForWritingSchema, { name: 'A', description: null, value: 'x' })).not.toBeNull()
  })

  test('no refusal repeats the value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (part) => {
        const value = part.repeat(6_000)
        const reading = readStrict(secretForWritingSchema, { name: 'a/b', value, description: 5 })
        return !reading.ok && !JSON.stringify(reading.deviations).includes(JSON.stringify(part).slice(1, -1))
      }),
      { numRuns: 20 },
    )
  })
})

describe('git providers', () => {
  const stdio = { name: 'files', command: 'npx', args: ['-y'], env: { MODE: 'read' } }
  const seed = {
    mcp_config: { sse_servers: [], stdio_servers: [stdio], shttp_servers: [{ url: 'https://x.test', api_key: 'k' }] },
    provider_tokens: { github: { token: TOKEN, host: null }, gitlab: { token: '', host: 'git.example.test:8443' } },
  }
  const successor = {
    mcp_config: {
      mcpServers: {
        files: { command: 'npx', args: ['-y'], env: {}, transport: 'stdio' },
        search: { url: 'https://x.test', transport: 'streamable-http', headers: { Authorization: 'Bearer k' } },
      },
    },
    provider_tokens: seed.provider_tokens,
  }

  test('both bodies may be sent; the successor’s is what the server publishes', () => {
    expect(refusedField(addGitProvidersSchema, seed)).toBeNull()
    expect(refusedField(addGitProvidersSchema, { provider_tokens: {} })).toBeNull()
    expect(refusedField(gitProvidersForWritingSchema, successor)).toBeNull()
    expect(cloud.accepts('POSTProviderModel', successor)).toBe(true)
    expect(cloud.accepts('POSTProviderModel', { mcp_config: null, provider_tokens: {} })).toBe(true)
  })

  test.each([
    ['provider_tokens.github.token', { github: { token: 'short', host: null } }],
    ['provider_tokens.github.token', { github: { token: `${TOKEN}\n`, host: null } }],
    ['provider_tokens.github.host', { github: { token: TOKEN, host: 'https://github.com' } }],
    ['provider_tokens.github.host', { github: { token: TOKEN, host: 'a b' } }],
    ['provider_tokens.sourceforge', { sourceforge: { token: TOKEN, host: null } }],
  ])('%s is refused in %j', (field, provider_tokens) => {
    expect(refusedField(addGitProvidersSchema, { ...seed, provider_tokens })).toBe(field)
    expect(refusedField(gitProvidersForWritingSchema, { ...successor, provider_tokens })).toBe(field)
  })

  test('a refused token is named but never repeated', () => {
    const provider_tokens = { github: { token: `${TOKEN} `, host: null } }
    const reading = readStrict(addGitProvidersSchema, { provider_tokens })
    expect(JSON.stringify(reading)).not.toContain(TOKEN)
    expect(reading.ok).toBe(false)
  })

  test.each(['ftp://x.test', 'x.test', 'javascript:alert(1)', ''])(
    'the address %j of an MCP server is refused',
    (url) => {
      const mcp_config = { ...seed.mcp_config, sse_servers: [{ url, api_key: '' }] }
      expect(refusedField(addGitProvidersSchema, { ...seed, mcp_config })).toMatch(/^mcp_config\.sse_servers.*url$/)
    },
  )
})
