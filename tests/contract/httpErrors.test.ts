import { describe, expect, test } from 'vitest'
import { readHttpError } from '../../shared/contract/index.ts'
import { recordedAnswers, sampleAnswers } from './samples.ts'

const read = (status: number, body: unknown) => readHttpError(status, 'application/json', JSON.stringify(body))

test.each([
  ['agent PATCH {conversation_url} bad key', 'validation', "body.tags: Tag key 'cost_center' is invalid"],
  [
    '422',
    'validation',
    'query.limit: Input should be less than or equal to 100; query.conversation_id: Field required',
  ],
  ['agent unhandled', 'agent', "object of type 'NoneType' has no len()"],
  ['agent 401', 'detail', 'The server refused the key (HTTP 401).'],
  ['GET .../skills (sandbox not ready)', 'error', 'Sandbox not ready for conversation'],
])('%s says what is wrong', (heading, form, words) => {
  for (const { status, body } of sampleAnswers(heading)) {
    const error = read(status, body)
    expect(error.form).toBe(form)
    expect(error.message).toContain(words)
  }
})

test('a refused field is named, and what was sent is not repeated', () => {
  const [answer] = sampleAnswers('agent PATCH {conversation_url} bad key')
  const error = read(422, answer?.body)
  expect(error.fields).toEqual([{ path: 'body.tags', message: expect.stringContaining("Tag key 'cost_center'") }])
  expect(JSON.stringify(error)).not.toContain('42"}')
})

test('both rate limits are read', () => {
  const errors = sampleAnswers('429 (account limiter / ip limiter)').map(({ status, body }) => read(status, body))
  expect(errors.map(({ form }) => form)).toEqual(['error', 'message'])
  for (const { message } of errors) expect(message).toMatch(/^The server asks for fewer requests \(HTTP 429\): /)
})

test('the error id of an unhandled failure can be quoted', () => {
  expect(read(500, { detail: 'Internal Server Error', exception: 'x', error_id: '9f2c' }).errorId).toBe('9f2c')
})

describe('a body that is not JSON', () => {
  test.each([
    ['text/html', '<html><head><title>502 Bad Gateway</title></head></html>', 'html', ': 502 Bad Gateway'],
    [null, '<!DOCTYPE html><p>nginx', 'html', '(HTTP 502).'],
    ['text/plain', 'Internal Server Error', 'text', '(HTTP 502).'],
    [null, '', 'empty', '(HTTP 502).'],
    ['application/json', '{"detail":', 'text', '{"detail":'],
  ])('of type %s, %s, is read', (contentType, body, form, words) => {
    const error = readHttpError(502, contentType, body)
    expect(error.form).toBe(form)
    expect(error.message).toContain(words)
  })
})

test('a detail that is an object keeps its words and its word on retrying', () => {
  const error = read(409, { detail: { message: 'Credential binding is not active' }, retryable: true })
  expect(error).toMatchObject({ form: 'detail', retryable: true })
  expect(error.message).toContain('Credential binding is not active')
})

test('every error of real servers gives one sentence', () => {
  const errors = recordedAnswers().filter(({ status }) => status >= 400)
  expect(errors.length).toBeGreaterThan(80)
  for (const { at, status, response } of errors) {
    const isText = typeof response === 'string'
    const error = readHttpError(
      status,
      isText ? 'text/plain' : 'application/json',
      isText ? response : JSON.stringify(response),
    )
    expect(error.form, at).not.toBe('json')
    expect(error.message, at).toMatch(/\(HTTP \d+\)(\.|: \S)/)
    expect(error.fields.length > 0, at).toBe(status === 422)
  }
})
