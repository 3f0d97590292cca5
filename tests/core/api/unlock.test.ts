import { expect, test } from 'vitest'
import { startLocalService } from '../../../electron/local/index.ts'
import { startTestCore } from '../../support/testCore.ts'
import { eventually, until } from '../../support/until.ts'
import { testFolder } from '../vault/folder.ts'

test('what stopped because the keys were locked goes on by itself when they are unlocked', async () => {
  const service = await startLocalService({ speed: 20 })
  const dataDir = testFolder()
  const passphrase = 'correct horse'
  const before = await startTestCore({ dataDir, passphrase })
  const server = { kind: 'app', name: 'Far', baseUrl: service.url, key: service.key, orgId: null } as const
  const { connection } = await before.rpc.connections.add(server)
  await before.close()

  const { rpc, close } = await startTestCore({ dataDir })
  const connectionId = connection.id
  const conversationId = await service.control.addConversation({ events: 20, status: 'idle' })
  const watch = (signal: AbortSignal) => rpc.sync.watch({ connectionId, conversationId }, { signal })
  const live = until(watch, ({ state }) => state.sync.phase === 'live')
  const { state } = await until(watch, ({ state }) => state.sync.phase === 'stopped')
  expect(state.sync).toMatchObject({ reason: expect.stringContaining('locked'), canRetry: true })
  expect((await rpc.conversations.refresh({ connectionId })).failure?.code).toBe('locked')

  await rpc.vault.unlock({ passphrase })
  await live
  await eventually(async () => {
    const { failure, conversations } = await rpc.conversations.list({ connectionId })
    return failure === null && conversations.length > 0 ? true : null
  })
  await close()
  await service.close()
})
