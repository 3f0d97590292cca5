import { describe, expect, test } from 'vitest'
import type { AppServerClient } from '../../../electron/core/gateway/index.ts'
import { clientOf, REGISTRATION, VALUE } from './support/accounts.ts'
import { failureOf } from './support/failureOf.ts'
import { fakeServer, PAGE, sendJson, sendText } from './support/fakeServer.ts'
import { calm } from './support/gateway.ts'

const OPERATIONS: [name: string, call: (app: AppServerClient, signal: AbortSignal) => Promise<unknown>][] = [
  ['accountKey', (app, signal) => app.accountKey(signal)],
  ['accountUser', (app, signal) => app.accountUser(signal)],
  ['serverConfig', (app, signal) => app.serverConfig(signal)],
  ['settings', (app, signal) => app.settings(signal)],
  ['setGrouping', (app, signal) => app.setGrouping('ADD_TO_ANY', signal)],
  ['profiles', (app, signal) => app.profiles(signal)],
  ['secrets', (app, signal) => app.secrets({ name: '', pageId: null }, signal)],
  ['createSecret', (app, signal) => app.createSecret({ name: 'A', value: VALUE, description: null }, signal)],
  ['changeSecret', (app, signal) => app.changeSecret('A', { name: 'B', description: null }, signal)],
  ['deleteSecret', (app, signal) => app.deleteSecret('A', signal)],
  ['registerGitProviders', (app, signal) => app.registerGitProviders(REGISTRATION, signal)],
]

describe.each(OPERATIONS)('%s says what failed', (name, call) => {
  test.each([
    ['a refused key', (_: unknown, response) => sendJson(response, { detail: 'Unauthorized' }, 401), 'unauthorized'],
    ['a web page', (_: unknown, response) => sendText(response, PAGE), 'not-openhands'],
    ['an empty body', (_: unknown, response) => sendText(response, ''), 'not-openhands'],
    ['plain text 500', (_: unknown, response) => sendText(response, 'Internal Server Error', 500), 'server-error'],
    [
      'a line cut in the middle',
      (_: unknown, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"items":')
        response.socket?.destroy()
      },
      'unreachable',
    ],
  ] satisfies [string, Parameters<typeof fakeServer>[0], string][])('on %s', async (_what, answer, code) => {
    const server = await fakeServer(answer)
    const failure = await failureOf(call(clientOf(server), calm))
    expect(failure.code, failure.message).toBe(code)
    expect(failure.message).toMatch(/^Could not /)
    expect(JSON.stringify(failure)).not.toContain(VALUE)
  })

  test('on an answer of another shape', async () => {
    const server = await fakeServer((_request, response) => sendJson(response, 5))
    // Any JSON is an answer to the call of the seed (§4.3).
    if (name === 'registerGitProviders') expect(await call(clientOf(server), calm)).toContain(VALUE)
    else expect(await failureOf(call(clientOf(server), calm))).toMatchObject({ code: 'not-openhands' })
  })

  test('waits as long as a 429 says, then goes on', async () => {
    const server = await fakeServer((_request, response, nth) =>
      nth === 1
        ? sendJson(response, { error: 'Rate limit exceeded' }, 429, { 'retry-after': '0' })
        : sendJson(response, { items: [], profiles: [], app_mode: 'oss', auth_type: 'x' }),
    )
    await call(clientOf(server), calm)
    expect(server.seen.length).toBeGreaterThan(1)
  })

  test('can be cancelled', async () => {
    const server = await fakeServer((_request, response) => sendJson(response, {}))
    const failure = await failureOf(call(clientOf(server), AbortSignal.abort()))
    expect(failure.code).toBe('cancelled')
    expect(server.seen).toEqual([])
  })
})
