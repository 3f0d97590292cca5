import { expect, test } from 'vitest'
import { GROUPING_STRATEGIES } from '../../../shared/contract/index.ts'
import { failureOf } from '../../core/gateway/support/failureOf.ts'
import { appOf, calm, type Subject } from './subject.ts'

/** What an app server promises about the account of a key. */
export function accountPromises(of: () => Subject): void {
  test('a connection is proven, and a wrong key is refused', async () => {
    const { gateway, connection, key } = of()
    expect(await gateway.check(connection, key, calm)).toContain('is an OpenHands app server')
    const failure = await failureOf(gateway.check(connection, 'test-wrong-key-0123', calm))
    expect(failure).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(JSON.stringify(failure)).not.toContain('test-wrong-key-0123')
  })

  test('it says that it is up and what it is, without a key', async () => {
    const app = appOf(of())
    expect((await app.probes(calm)).map(({ path, isUp }) => [path, isUp])).toEqual([
      ['/alive', true],
      ['/health', true],
      ['/ready', true],
      ['/server_info', true],
    ])
    expect(await app.serverConfig(calm)).toMatchObject({ appMode: 'oss', providersConfigured: [] })
  })

  test('the account of a key', async () => {
    const { traits } = of()
    const app = appOf(of())
    if (traits.tellsKey) expect(await app.accountKey(calm)).toMatchObject({ boundOrgId: null })
    else expect(await failureOf(app.accountKey(calm))).toMatchObject({ code: 'not-found' })
    expect((await app.accountUser(calm)).id !== null).toBe(traits.tellsUser)
    expect((await app.profiles(calm)).profiles.length > 0).toBe(traits.hasProfiles)
  })

  test('each of the five placements is stored and read back', async () => {
    const app = appOf(of())
    for (const strategy of [...GROUPING_STRATEGIES].toReversed()) {
      await app.setGrouping(strategy, calm)
      expect(await app.settings(calm)).toMatchObject({ grouping: strategy })
    }
    expect((await app.settings(calm))?.grouping).toBe('NO_GROUPING')
  })

  test('secrets are stored, found by a part of their name, changed and removed, and never given back', async () => {
    const app = appOf(of())
    const value = 'test-stored-value-0001'
    const names = async (name: string) => (await app.secrets({ name, pageId: null }, calm)).items
    await app.createSecret({ name: 'SUITE_ONE', value, description: 'first' }, calm)
    await app.createSecret({ name: 'SUITE_TWO', value, description: null }, calm)
    expect(await names('suite_')).toEqual([
      { name: 'SUITE_ONE', description: 'first' },
      { name: 'SUITE_TWO', description: null },
    ])
    expect(await names('ONE')).toHaveLength(1)
    // The same name again replaces the value without a word, and keeps a description that is not given.
    await app.createSecret({ name: 'SUITE_ONE', value, description: null }, calm)
    expect(await names('ONE')).toEqual([{ name: 'SUITE_ONE', description: 'first' }])
    const taken = app.changeSecret('SUITE_TWO', { name: 'SUITE_ONE', description: null }, calm)
    expect(await failureOf(taken)).toMatchObject({ code: 'rejected', status: 400 })
    await app.changeSecret('SUITE_TWO', { name: 'SUITE_2', description: 'second' }, calm)
    expect(await names('SUITE_')).toEqual([
      { name: 'SUITE_2', description: 'second' },
      { name: 'SUITE_ONE', description: 'first' },
    ])
    for (const name of ['SUITE_ONE', 'SUITE_2']) await app.deleteSecret(name, calm)
    expect(await names('suite_')).toEqual([])
    expect(await failureOf(app.deleteSecret('SUITE_ONE', calm))).toMatchObject({ code: 'not-found' })
    const unknown = app.changeSecret('SUITE_ONE', { name: 'SUITE_ONE', description: null }, calm)
    expect(await failureOf(unknown)).toMatchObject({ code: 'not-found' })
  })

  test('git providers and MCP servers are registered, a wrong token is told from a wrong key, all are removed', async () => {
    const app = appOf(of())
    const mcpServers = [
      { kind: 'shttp' as const, name: 'search', url: 'https://mcp.example.test/mcp', apiKey: 'test-mcp-key-0001' },
    ]
    expect(await app.registerGitProviders({ providers: [], mcpServers }, calm)).toEqual(['test-mcp-key-0001'])
    const { mcpServers: listed = null } = (await app.settings(calm)) ?? {}
    expect((listed ?? []).length > 0).toBe(of().traits.showsMcpServers)
    const providers = [{ provider: 'github' as const, token: 'ghp_wrong-token-0001', host: null }]
    expect(await failureOf(app.registerGitProviders({ providers, mcpServers: null }, calm))).toMatchObject({
      code: 'rejected',
      field: 'provider_tokens',
    })
    await app.removeGitProviders(calm)
    expect(await app.settings(calm)).toMatchObject({ providers: [] })
  })
}
