import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAgentConversation } from '../../../electron/core/gateway/records/agentConversation.ts'
import { readAppConversation } from '../../../electron/core/gateway/records/appConversation.ts'
import { readSandbox } from '../../../electron/core/gateway/records/sandbox.ts'
import { readStartTask } from '../../../electron/core/gateway/records/startTask.ts'
import { conversationSchema, sandboxSchema, startTaskSchema } from '../../../shared/domain/index.ts'

const RECORDED = join(import.meta.dirname, '../../data/contract/recorded')

/** Successful answers of one path, of every recorded server. */
function answers(method: string, path: RegExp): unknown[] {
  const found: unknown[] = []
  for (const folder of readdirSync(RECORDED, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const file of readdirSync(join(RECORDED, folder.name)).filter((name) => name.endsWith('.http.jsonl'))) {
      for (const line of readFileSync(join(RECORDED, folder.name, file), 'utf8')
        .trim()
        .split('\n')) {
        const exchange = JSON.parse(line)
        if (exchange.method === method && path.test(exchange.path) && exchange.status === 200)
          found.push(exchange.response)
      }
    }
  }
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: recordings are looked at as they are
const itemsOf = (page: any): unknown[] =>
  (Array.isArray(page) ? page : page.items).filter((item: unknown) => item !== null)

describe('every recorded record can be read', () => {
  test('conversations of agent servers', () => {
    const records = answers('GET', /^\/api\/conversations\/[0-9a-f-]{32,36}$/)
    expect(records.length).toBeGreaterThan(20)
    for (const record of records) {
      const conversation = readAgentConversation('c', 'http://agent.test', record)
      expect(conversationSchema.parse(conversation)).toMatchObject({
        conversationId: expect.stringMatching(/^[0-9a-f]{32}$/),
        sandboxId: null,
        createdAt: expect.any(Number),
        deviations: [],
      })
    }
  })

  test('conversations of the app server, whose key stays apart', () => {
    const records = answers('GET', /^\/api\/v1\/app-conversations(\/search)?\?/).flatMap(itemsOf)
    expect(records.length).toBeGreaterThan(5)
    for (const record of records) {
      const reading = readAppConversation('c', record)
      const conversation = conversationSchema.parse(reading?.conversation)
      expect(conversation.deviations).toEqual([])
      expect(Object.keys(conversation).join()).not.toMatch(/key/i)
    }
  })

  test('start tasks and sandboxes', () => {
    const tasks = [
      ...answers('GET', /start-tasks\?/).flatMap(itemsOf),
      ...answers('POST', /^\/api\/v1\/app-conversations$/),
    ]
    expect(tasks.length).toBeGreaterThan(2)
    for (const task of tasks) startTaskSchema.parse(readStartTask('c', task))
    const sandboxes = answers('GET', /^\/api\/v1\/sandboxes(\/search)?(\?|$)/).flatMap(itemsOf)
    expect(sandboxes.length).toBeGreaterThan(0)
    for (const sandbox of sandboxes) sandboxSchema.parse(readSandbox('c', sandbox)?.sandbox)
  })
})

describe('cost and tokens', () => {
  const bucket = (cost: number, tokens: number, window: number) => ({
    accumulated_cost: cost,
    accumulated_token_usage: {
      prompt_tokens: tokens,
      completion_tokens: 1,
      cache_read_tokens: 2,
      context_window: window,
    },
  })

  test('are the sum over all buckets of the agent server', () => {
    const stats = { usage_to_metrics: { agent: bucket(1, 10, 0), condenser: bucket(0.5, 5, 200_000) } }
    expect(readAgentConversation('c', 'http://a.test', { id: 'x', stats, metrics: bucket(9, 9, 9) })?.usage).toEqual({
      costUsd: 1.5,
      promptTokens: 15,
      completionTokens: 2,
      cacheReadTokens: 4,
      contextWindow: 200_000,
    })
  })

  test('are those of the metrics where there are no buckets, and unknown where there is nothing', () => {
    expect(readAgentConversation('c', 'http://a.test', { id: 'x', metrics: bucket(9, 1, 0) })?.usage).toMatchObject({
      costUsd: 9,
      contextWindow: null,
    })
    expect(readAppConversation('c', { id: 'x', metrics: null })?.conversation.usage).toBeNull()
  })
})

describe('a record of another age is shown with what it has', () => {
  test('an older record with the id under its old name and states in capitals', () => {
    const record = {
      app_conversation_id: '3F2A91BC-0000-4000-8000-00000000ABCD',
      sandbox_id: 's',
      execution_status: 'PAUSED',
      sandbox_status: 'running',
    }
    expect(readAppConversation('c', record)?.conversation).toMatchObject({
      conversationId: '3f2a91bc00004000800000000000abcd',
      executionStatus: 'paused',
      sandboxStatus: 'RUNNING',
      tags: {},
      subConversationIds: [],
    })
  })

  test('wrong types cost their own field only, and are listed', () => {
    const record = {
      id: 'x',
      sandbox_id: 's',
      title: 7,
      tags: { a: 'b', n: 1 },
      created_at: 'yesterday',
      metrics: 'none',
      sub_conversation_ids: null,
      public: 'yes',
    }
    const conversation = readAppConversation('c', record)?.conversation
    expect(conversation).toMatchObject({ title: null, tags: { a: 'b' }, createdAt: null, usage: null, isPublic: false })
    expect(conversation?.deviations.join('\n')).toMatch(/title[\s\S]*created_at/)
  })

  test('a time without a zone means UTC', () => {
    expect(readStartTask('c', { id: 'x' })).toMatchObject({ status: 'WORKING' })
    const times = { created_at: '2026-02-28T00:32:45.055517', updated_at: '2026-02-28T00:32:45.055517Z' }
    const { createdAt, updatedAt } = readAppConversation('c', { id: 'x', ...times })?.conversation ?? {}
    expect(createdAt).toBe(Date.UTC(2026, 1, 28, 0, 32, 45, 55))
    expect(updatedAt).toBe(createdAt)
  })

  test('what has no id cannot be shown', () => {
    for (const record of [null, 7, 'x', [], {}, { id: '' }]) {
      expect(readAppConversation('c', record)).toBeNull()
      expect(readAgentConversation('c', 'http://a.test', record)).toBeNull()
    }
  })
})

test('the address of a sandbox that embeds its key is dropped, and the key is learned', () => {
  const url = 'https://vscode.test/?tkn=session-key-0123&folder=x'
  const reading = readSandbox('c', {
    id: 's',
    status: 'RUNNING',
    sandbox_spec_id: 'i',
    exposed_urls: [{ name: 'VSCODE', url, port: 1 }],
  })
  expect(reading?.tokens).toEqual(['session-key-0123'])
  expect(JSON.stringify(reading?.sandbox)).not.toContain('session-key-0123')
})
