import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  agentConversationPatchSchema,
  appConversationPatchSchema,
  confirmationAnswerSchema,
  GROUPING_LABELS,
  GROUPING_STRATEGIES,
  groupingForWritingSchema,
  messageForSendingSchema,
  parseForSending,
  startRequestSchema,
  tagsForWritingSchema,
  UnfitToSend,
} from '../../shared/contract/index.ts'
import { sampleRequest } from './samples.ts'

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

describe('tags', () => {
  const field = (tags: unknown) => refusedField(tagsForWritingSchema, tags)

  test('a value counts in characters: 256 emoji pass, 257 do not', () => {
    expect(field({ mood: '🦀'.repeat(256) })).toBeNull()
    expect(field({ mood: '🦀'.repeat(257) })).toBe('mood')
    expect(field({ mood: 'a'.repeat(257) })).toBe('mood')
    expect(field({ mood: '' })).toBeNull()
  })

  test.each(['', 'x_y', 'x-y', 'X', 'é', 'a b', 'ok\n', '\nok'])('the key %j is refused and named', (key) => {
    expect(field({ [key]: 'v' })).toBe(/^\w+$/.test(key) ? key : `[${JSON.stringify(key)}]`)
  })

  test('any map of lower-case letters and digits passes', () => {
    const key = fc.stringMatching(/^[a-z0-9]+$/)
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.string({ maxLength: 128 }), { noNullPrototype: true }),
        (tags) => field(tags) === null,
      ),
    )
  })

  test.each([1, null, true, ['a']])('a value of %j is refused, because servers answer 500', (value) => {
    expect(field({ k: value })).toBe('k')
  })

  test('the title beside them has 1 to 200 characters', () => {
    const title = (text: string) => refusedField(agentConversationPatchSchema, { title: text })
    expect(title('🦀'.repeat(200))).toBeNull()
    expect(title('🦀'.repeat(201))).toBe('title')
    expect(title('')).toBe('title')
    expect(refusedField(agentConversationPatchSchema, { tags: {} })).toBeNull()
    expect(refusedField(agentConversationPatchSchema, { tags: { a_b: 'c' } })).toBe('tags.a_b')
  })
})

describe('grouping', () => {
  test('the five strategies can be written, each under its label', () => {
    for (const strategy of GROUPING_STRATEGIES) {
      expect(refusedField(groupingForWritingSchema, { sandbox_grouping_strategy: strategy })).toBeNull()
      expect(GROUPING_LABELS[strategy]).not.toBe('')
    }
  })

  test('no other value is ever sent, because it would lock the account', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!GROUPING_STRATEGIES.some((strategy) => strategy === text))
        return (
          refusedField(groupingForWritingSchema, { sandbox_grouping_strategy: text }) === 'sandbox_grouping_strategy'
        )
      }),
    )
  })
})

describe('a start request', () => {
  const field = (body: unknown) => refusedField(startRequestSchema, body)
  const initial_message = { role: 'user', content: [{ type: 'text', text: 'Run the tests.' }], run: true }
  const suggested_task = {
    git_provider: 'github',
    task_type: 'OPEN_ISSUE',
    repo: 'acme/api',
    issue_number: 7,
    title: 'Sign-in fails',
  }

  test('may be empty, or hold all that the console offers', () => {
    expect(field({})).toBeNull()
    const observability_metadata = { team: 'a', retries: 3, ratios: [0.5, 1.5], flags: [] }
    expect(
      field({
        initial_message,
        title: 'T',
        selected_repository: 'acme/api',
        git_provider: 'github',
        observability_metadata,
      }),
    ).toBeNull()
  })

  test.each([
    ['tags', { tags: { a: 'b' } }],
    ['selected_repository', { selected_repository: 'api' }],
    ['selected_repository', { selected_repository: 'a/b;rm' }],
    ['git_provider', { git_provider: 'sourceforge' }],
    ['conversation_id', { conversation_id: 'mine' }],
    ['initial_message.run', { initial_message: { ...initial_message, run: undefined } }],
    ['initial_message.role', { initial_message: { ...initial_message, role: 'assistant' } }],
    ['observability_span_name', { observability_span_name: 'a b' }],
    ['observability_metadata.a', { observability_metadata: { a: [1, 'b'] } }],
    ['observability_metadata.a', { observability_metadata: { a: null } }],
    ['observability_metadata.a', { observability_metadata: { a: [1, 2.5] } }],
    ['observability_metadata[" "]', { observability_metadata: { ' ': 'b' } }],
    ['observability_tags[0]', { observability_tags: [''] }],
    ['secrets.DEPLOY', { initial_message, secrets: { DEPLOY: 'the tests' } }],
    ['secrets.PIN', { initial_message, secrets: { PIN: 'Run' } }],
    ['suggested_task', { initial_message, suggested_task }],
    ['suggested_task.issue_number', { suggested_task: { ...suggested_task, issue_number: 0 } }],
    ['pr_number[0]', { pr_number: ['12'] }],
    ['secrets.LLM_API_KEY', { secrets: { LLM_API_KEY: 'x' } }],
    ['secrets.worker_1', { secrets: { worker_1: 'x' } }],
    ['secrets.BIG', { secrets: { BIG: 'é'.repeat(32_769) } }],
    ['secrets', { secrets: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`S${n}`, 'x'])) }],
  ])('is refused for %s', (name, body) => {
    expect(field(body)).toBe(name)
  })

  test('a refused secret is named but never repeated', () => {
    expect(() => parseForSending(startRequestSchema, { secrets: { LLM_X: 'hunter2' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })
})

test('the published request bodies may be sent', () => {
  expect(refusedField(messageForSendingSchema, sampleRequest('POST .../send-message request'))).toBeNull()
  expect(
    refusedField(appConversationPatchSchema, sampleRequest('PATCH /api/v1/app-conversations/{id} request')),
  ).toBeNull()
  expect(refusedField(agentConversationPatchSchema, sampleRequest('agent PATCH {conversation_url} request'))).toBeNull()
})

test('a message without content, or without saying whether to run, is not sent', () => {
  expect(refusedField(messageForSendingSchema, { role: 'user', content: [], run: true })).toBe('content')
  expect(refusedField(messageForSendingSchema, { role: 'user', content: [{ type: 'text', text: 'a' }] })).toBe('run')
  expect(refusedField(confirmationAnswerSchema, { reason: 'no' })).toBe('accept')
})
