import { describe, expect, test } from 'vitest'
import { normaliseBaseUrl } from '../../../electron/core/gateway/index.ts'
import { failureOf } from './support/failureOf.ts'

const strict = { allowPlainHttp: false }

describe('an address pasted from anywhere becomes the base', () => {
  test.each([
    ['https://app.all-hands.dev', 'https://app.all-hands.dev'],
    ['  https://App.All-Hands.dev/ ', 'https://app.all-hands.dev'],
    ['app.all-hands.dev', 'https://app.all-hands.dev'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:18000/', 'http://127.0.0.1:18000'],
    ['http://[::1]:8000/docs', 'http://[::1]:8000'],
    ['https://host.test/settings/api-keys', 'https://host.test'],
    ['https://host.test/api/v1', 'https://host.test'],
    ['https://host.test/conversations/3f2a91bc?x=1#top', 'https://host.test'],
    ['https://host.test/prefix/runtime/api/conversations/3f2a', 'https://host.test/prefix/runtime'],
    ['https://host.test:443/team/', 'https://host.test/team'],
  ])('%s', (typed, base) => {
    expect(normaliseBaseUrl(typed, strict)).toBe(base)
  })
})

describe('an address that cannot be right is refused with the reason', () => {
  test.each([
    ['', 'missing'],
    ['not a url', 'not a web address'],
    ['ftp://host.test', 'ftp'],
    ['file:///etc/passwd', 'not a web address'],
    ['javascript:alert(1)', 'not a web address'],
    ['https://user:pass@host.test', 'user name or password'],
    ['http://host.test', 'readable'],
    ['http://127.0.0.1.evil.test', 'readable'],
  ])('%s', async (typed, words) => {
    const failure = await failureOf((async () => normaliseBaseUrl(typed, strict))())
    expect(failure).toMatchObject({ code: 'invalid-input', field: 'baseUrl' })
    expect(failure.message).toContain(words)
    expect(failure.message).not.toContain('pass@')
  })

  test('http to another machine is possible where the host says so', () => {
    expect(normaliseBaseUrl('http://host.test', { allowPlainHttp: true })).toBe('http://host.test')
  })
})
