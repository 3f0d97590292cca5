import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSharedLink, sharedBaseUrl, sharedConnectionId, sharedLink } from '../../../shared/domain/index.ts'

const HEX = '3f2a91bc4d5e46f7a8b9c0d1e2f3a4b5'
const DASHED = '3f2a91bc-4d5e-46f7-a8b9-c0d1e2f3a4b5'

test.each([
  [`https://host.test/shared/conversations/${HEX}`, 'https://host.test'],
  [`  https://host.test/shared/conversations/${DASHED}/  `, 'https://host.test'],
  [`https://host.test/shared/conversations/${HEX.toUpperCase()}?tab=events#end`, 'https://host.test'],
  [`https://host.test/openhands/shared/conversations/${HEX}`, 'https://host.test/openhands'],
  [`https://host.test/conversations/${HEX}`, 'https://host.test'],
  [`https://host.test/api/shared-events/search?conversation_id=${DASHED}&limit=5`, 'https://host.test'],
  [`https://host.test/api/shared-conversations?ids=${HEX}`, 'https://host.test'],
  [`https://host.test/${HEX}`, 'https://host.test'],
  [`http://127.0.0.1:3000/shared/conversations/${HEX}`, 'http://127.0.0.1:3000'],
  [`host.test/shared/conversations/${HEX}`, 'https://host.test'],
  [`host.test:8443/shared/conversations/${HEX}`, 'https://host.test:8443'],
])('%s gives server and id', (pasted, baseUrl) => {
  expect(readSharedLink(pasted)).toEqual({ ok: true, baseUrl, conversationId: HEX })
})

test.each([HEX, DASHED, ` ${DASHED.toUpperCase()}\n`])('the id %s alone names no server', (pasted) => {
  expect(readSharedLink(pasted)).toEqual({ ok: true, baseUrl: null, conversationId: HEX })
})

describe('what cannot be opened is said', () => {
  test.each([
    ['', 'Paste'],
    ['   ', 'Paste'],
    ['hello', 'neither a link nor an id'],
    [HEX.slice(1), 'neither a link nor an id'],
    ['https://host.test/shared/conversations/', 'no conversation id'],
    [`https://host.test/shared/conversations/${HEX.slice(2)}`, 'no conversation id'],
    [`ftp://host.test/shared/conversations/${HEX}`, 'Only https'],
    [`javascript:alert(1)//${HEX}`, 'Only https'],
    [`https://me:secret@host.test/shared/conversations/${HEX}`, 'user name or password'],
    ['https://', 'not a link'],
  ])('%j', (pasted, words) => {
    const reading = readSharedLink(pasted)
    expect(reading).toMatchObject({ ok: false, problem: expect.stringMatching(new RegExp(words, 'i')) })
    expect(JSON.stringify(reading)).not.toContain('secret')
  })

  test('no text makes it fail otherwise', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          expect(typeof readSharedLink(text).ok).toBe('boolean')
        },
      ),
    )
  })
})

test('a link that Handrail writes is one that it reads', () => {
  fc.assert(
    fc.property(
      fc.webAuthority({ withPort: true }),
      fc.uuid(),
      fc.constantFrom('', '/openhands', '/a/b'),
      (host, id, prefix) => {
        const baseUrl = new URL(`https://${host}`).origin + prefix
        const conversationId = id.replaceAll('-', '')
        expect(readSharedLink(sharedLink(baseUrl, conversationId))).toEqual({ ok: true, baseUrl, conversationId })
      },
    ),
  )
})

test('the id of a sharing server holds its address, stands in a path unencoded, and no connection has such an id', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const { href } = new URL(url)
      const id = sharedConnectionId(href)
      expect(sharedBaseUrl(id)).toBe(href)
      expect(encodeURIComponent(id)).toBe(id)
    }),
  )
  for (const id of ['local', 'shared', 'shared-', 'shared-%%', '0f4f1a2e-3f2a-4d5e-86f7-a8b9c0d1e2f3']) {
    expect(sharedBaseUrl(id)).toBeNull()
  }
})
