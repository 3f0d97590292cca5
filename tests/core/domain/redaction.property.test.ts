import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countMarkers, mayHoldSecretFields, redactEvent, redactFields } from '../../../shared/domain/index.ts'

/** Occurs in no ordinary value, so that finding it anywhere is a leak. */
const SECRET = 'canary7f3a9c'

const secretField = fc.constantFrom(
  { encrypted_content: SECRET },
  { encrypted_content: { parts: [SECRET] } },
  { session_api_key: `key ${SECRET}` },
  { session_api_key: [SECRET] },
  { url: `https://vscode.example/?folder=%2Fw&tkn=${SECRET}&x=1` },
  { url: `https://proxy.example/?next=https%3A%2F%2Fv.example%2F%3Ftkn%3D${SECRET}%26x` },
  { url: `https://a.example/?b=https%253A%252F%252Fv.example%252F%253Ftkn%253D${SECRET}%2526x` },
  { link: `see <https://v.example/?tkn=${SECRET}> there` },
)

/** A secret, wrapped in ordinary things: fields, lists, and strings that hold JSON. */
const buried = secretField.chain((field) =>
  fc.array(fc.constantFrom('list', 'field', 'json', 'pretty'), { maxLength: 6 }).map((wraps) =>
    wraps.reduce<unknown>((inner, wrap) => {
      if (wrap === 'list') return ['before', inner, 7]
      if (wrap === 'field') return { agent: 'a name', inner }
      return { log_data: wrap === 'json' ? JSON.stringify(inner) : JSON.stringify(inner, null, 2) }
    }, field),
  ),
)

test('a secret field is redacted at any depth, also inside strings that hold JSON', () => {
  fc.assert(
    fc.property(buried, fc.constantFrom('event', 'state'), (value, scope) => {
      const { value: clean, count } = redactFields(value, scope)
      const text = JSON.stringify(clean)
      expect(text).not.toContain(SECRET)
      expect(count).toBeGreaterThan(0)
      expect(countMarkers(text)).toBeGreaterThan(0)
      expect(mayHoldSecretFields(JSON.stringify(value))).toBe(true)
    }),
  )
})

test('redacting twice changes nothing more, and the input is left as it was', () => {
  fc.assert(
    fc.property(fc.oneof(buried, fc.jsonValue()), fc.constantFrom('event', 'state'), (value, scope) => {
      const before = JSON.stringify(value)
      const once = redactFields(value, scope)
      expect(redactFields(once.value, scope)).toEqual({ value: once.value, count: 0 })
      expect(JSON.stringify(value)).toBe(before)
    }),
  )
})

test('a value without secret fields comes back as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!mayHoldSecretFields(JSON.stringify(value)))
      expect(redactFields(value, 'event')).toEqual({ value, count: 0 })
    }),
  )
})

test('the quick look at a text never passes one that redaction would change', () => {
  const escaped = fc.constantFrom(
    '{"encrypted\\u005fcontent":"x1"}',
    '{"a":"{\\"session\\\\u005fapi_key\\":\\"x1\\"}"}',
    '{"u":"?\\u0074kn=x1"}',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        escaped,
        buried.map((value) => JSON.stringify(value)),
        fc.json(),
      ),
      (text) => {
        const { count } = redactFields(JSON.parse(text), 'event')
        if (count > 0) expect(mayHoldSecretFields(text)).toBe(true)
      },
    ),
  )
})

test('a state update hides configuration and keeps what an operator needs', () => {
  const update = {
    kind: 'ConversationStateUpdateEvent',
    key: 'full_state',
    value: {
      execution_status: 'idle',
      agent: { llm: { model: 'm', api_key: SECRET } },
      secret_registry: { secret_sources: { TOKEN: SECRET } },
      agent_state: { acp: SECRET },
      hook_config: { mcp: { headers: { Authorization: SECRET, Accept: '' }, env: { KEY: SECRET } } },
      stats: { usage_to_metrics: { agent: { accumulated_cost: 1.5 } } },
      tags: { agent: 'dana' },
    },
  }
  const { value, count } = redactEvent(update)
  expect(JSON.stringify(value)).not.toContain(SECRET)
  expect(count).toBe(5)
  expect(value.value).toMatchObject({
    execution_status: 'idle',
    agent: expect.stringMatching(/^\[redacted:\d+\]$/),
    hook_config: { mcp: { headers: { Authorization: `[redacted:${SECRET.length}]`, Accept: '' } } },
    stats: { usage_to_metrics: { agent: { accumulated_cost: 1.5 } } },
    tags: { agent: 'dana' },
  })
})

test.each(['agent', 'agent_state', 'secret_registry'])('the update of %s alone is hidden whole', (key) => {
  const { value, count } = redactEvent({ kind: 'ConversationStateUpdateEvent', key, value: { token: SECRET } })
  expect(value).toMatchObject({ key, value: '[redacted:24]' })
  expect(count).toBe(1)
})

test('the same names elsewhere are ordinary words', () => {
  const event = {
    kind: 'ActionEvent',
    action: { agent: 'coder', env: { A: 'b' }, headers: { X: 'y' }, agent_state: 'ok' },
  }
  expect(redactEvent(event)).toEqual({ value: event, count: 0 })
})

test('words that only end like the token parameter stay', () => {
  expect(redactFields('mytkn=5 and tkn = 6', 'event')).toEqual({ value: 'mytkn=5 and tkn = 6', count: 0 })
})

test('a marker names the length of what it stands for', () => {
  expect(redactFields({ encrypted_content: 'abcdef' }, 'event').value).toEqual({ encrypted_content: '[redacted:6]' })
  expect(redactFields('?tkn=abcd&x', 'event').value).toBe('?tkn=[redacted:4]&x')
})
