import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { startTestCore } from '../../support/testCore.ts'
import { eventually } from '../../support/until.ts'

const VALUE = 'test-secret-value-0123456789'
const TOKEN = 'glpat-test-token-0123456789'

let local: LocalCore
let connectionId: string

beforeEach(async () => {
  local = await startLocalCore({ speed: 20 })
  connectionId = (await local.rpc.connections.list({}))[0]?.id ?? ''
})
afterEach(() => local.close())

test('the account is read through the contract, each part for itself', async () => {
  const { rpc } = local
  expect(await rpc.account.key({ connectionId })).toMatchObject({ authType: 'api_key' })
  expect(await rpc.account.user({ connectionId })).toMatchObject({ orgName: 'Local' })
  expect(await rpc.account.serverConfig({ connectionId })).toMatchObject({ appMode: 'oss' })
  expect(await rpc.account.probes({ connectionId })).toHaveLength(4)
  expect(await rpc.settings.profiles({ connectionId })).toMatchObject({ active: 'default' })
  local.service.control.failNext(1, { status: 404, body: '{"detail":"Not Found"}' }, '/api/keys/current')
  await expect(rpc.account.key({ connectionId })).rejects.toMatchObject({ data: { code: 'not-found' } })
})

test('a strategy that is none of the five is refused at the contract already', async () => {
  const { rpc, service } = local
  await rpc.settings.setGrouping({ connectionId, strategy: 'FEWEST_CONVERSATIONS' })
  expect((await rpc.settings.read({ connectionId })).settings?.grouping).toBe('FEWEST_CONVERSATIONS')
  service.control.resetRequestCounts()
  const strategy = 'BOGUS' as 'ADD_TO_ANY'
  await expect(rpc.settings.setGrouping({ connectionId, strategy })).rejects.toThrow('Input validation failed')
  expect(service.control.requestCounts()).not.toHaveProperty('POST /api/v1/settings')
})

test('a secret goes in, its value is in no answer, no log and no file, and is searched for in the archive', async () => {
  const { rpc, ports, dataDir } = local
  const ref = await local.conversation(10)
  local.service.control.appendEvent(ref.conversationId, {
    kind: 'MessageEvent',
    source: 'user',
    llm_message: { role: 'user', content: [{ type: 'text', text: `use ${VALUE} please` }] },
  })
  await local.settled(ref)
  await rpc.secrets.create({ connectionId, name: 'DEPLOY_KEY', value: VALUE, description: null })
  await eventually(async () => ports.logged.some((line) => line.includes('archive searched for new secrets')) || null)
  expect(await rpc.secrets.search({ connectionId, name: 'DEPLOY', pageId: null })).toEqual({
    items: [{ name: 'DEPLOY_KEY', description: null }],
    nextPageId: null,
  })
  await rpc.secrets.change({ connectionId, id: 'DEPLOY_KEY', change: { name: 'DEPLOY', description: 'd' } })
  await rpc.secrets.delete({ connectionId, id: 'DEPLOY' })
  await expect(rpc.secrets.delete({ connectionId, id: 'DEPLOY' })).rejects.toMatchObject({
    data: { code: 'not-found' },
  })
  expect(ports.logged.join('\n')).not.toContain(VALUE)
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    expect(bytes.includes(VALUE), file.name).toBe(false)
  }
})

test('providers are replaced as a whole, and a refused token is told from a refused key', async () => {
  const { rpc, ports } = local
  const register = (token: string | null) =>
    rpc.gitProviders.register({
      connectionId,
      registration: { providers: [{ provider: 'gitlab', token, host: null }], mcpServers: null },
    })
  await expect(register(`${TOKEN}-bad`)).rejects.toMatchObject({
    data: { code: 'rejected', field: 'provider_tokens', status: 401 },
  })
  await register(TOKEN)
  await register(null)
  expect((await rpc.settings.read({ connectionId })).settings?.providers).toEqual([{ provider: 'gitlab', host: null }])
  await rpc.gitProviders.removeAll({ connectionId })
  expect((await rpc.settings.read({ connectionId })).settings?.providers).toEqual([])
  expect(ports.logged.join('\n')).not.toContain(TOKEN)
})

test('an organisation is kept only when the server takes it with the key', async () => {
  const { rpc, service } = local
  await rpc.vault.unlock({ passphrase: 'test-passphrase' })
  const { connection } = await rpc.connections.add({
    kind: 'app',
    name: 'own',
    baseUrl: service.url,
    key: service.key,
    orgId: null,
  })
  const ORG = '00000000-0000-4000-8000-000000000001'
  const choose = (orgId: string | null) => rpc.account.setOrganisation({ connectionId: connection.id, orgId })
  expect((await choose(` ${ORG} `)).connection.orgId).toBe(ORG)
  await expect(choose('another')).rejects.toMatchObject({
    data: { code: 'forbidden', field: 'orgId', advice: expect.stringContaining('Nothing was changed') },
  })
  await expect(choose('två ord')).rejects.toMatchObject({ data: { code: 'invalid-input', field: 'orgId' } })
  const kept = async () => (await rpc.connections.list({})).find(({ id }) => id === connection.id)
  expect(await kept()).toMatchObject({ orgId: ORG, name: 'own' })
  await choose('')
  expect(await kept()).toMatchObject({ orgId: null })
  await expect(rpc.account.setOrganisation({ connectionId, orgId: ORG })).rejects.toMatchObject({
    data: { code: 'unsupported' },
  })
})

test('a bare agent server has none of it, and says so', async () => {
  const { rpc, service } = local
  const [running] = (await rpc.conversations.refresh({ connectionId })).conversations.filter(
    ({ sandboxStatus }) => sandboxStatus === 'RUNNING',
  )
  const other = await startTestCore({ passphrase: 'test-passphrase' })
  try {
    const { connection } = await other.rpc.connections.add({
      kind: 'agent',
      name: 'bare',
      baseUrl: running?.conversationUrl?.split('/api/')[0] ?? '',
      key: service.control.rotateSessionKey(running?.sandboxId ?? ''),
      orgId: null,
    })
    const of = { connectionId: connection.id }
    for (const call of [
      other.rpc.account.user(of),
      other.rpc.settings.read(of),
      other.rpc.secrets.search({ ...of, name: '', pageId: null }),
      other.rpc.gitProviders.removeAll(of),
    ]) {
      await expect(call).rejects.toMatchObject({
        data: { code: 'unsupported', message: expect.stringContaining('bare agent server') },
      })
    }
  } finally {
    await other.close()
  }
})
