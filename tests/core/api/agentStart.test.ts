import { afterEach, describe, expect, test } from 'vitest'
import type { AgentStart } from '../../../shared/domain/index.ts'
import { type LocalCore, startLocalCore } from '../../support/localCore.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'
import { until } from '../../support/until.ts'

const ID = '7d0a55c2-3c1e-4f0a-9a53-1d9f9f0c2b11'
const KEY = 'test-model-key-0001'

let local: LocalCore
let bare: TestCore | undefined
afterEach(async () => {
  await bare?.close()
  bare = undefined
  await local.close()
})

describe.each(['1.58', '1.34'] as const)('on a bare agent server that behaves like %s', (dialect) => {
  /** A core whose only real connection is the agent server of a running sandbox. */
  async function begin() {
    local = await startLocalCore({ speed: 100, dialect, tagLagMs: 0 })
    const record = await local.rpc.conversations.get(await local.conversation(3))
    const key = local.service.control.rotateSessionKey(record.sandboxId ?? '')
    bare = await startTestCore({ passphrase: 'test-passphrase-1' })
    const { rpc } = bare
    const { connection } = await rpc.connections.add({
      kind: 'agent',
      name: 'bare',
      baseUrl: new URL(record.conversationUrl ?? '').origin,
      key,
      orgId: null,
    })
    const request = {
      connectionId: connection.id,
      id: ID,
      text: 'Fix the flaky login test',
      run: true,
      workingDir: '/workspace/project',
      model: 'acme/large',
      modelKey: KEY,
      modelUrl: null,
      tags: { team: 'web' },
    }
    return { rpc, request }
  }

  test('a conversation is started with its tags, worked at, and in the list; the same request is the same one', async () => {
    const { rpc, request } = await begin()
    const ref = await rpc.agent.start(request)
    expect(ref).toEqual({ connectionId: request.connectionId, conversationId: ID.replaceAll('-', '') })
    expect(await rpc.conversations.get(ref)).toMatchObject({ tags: { team: 'web' }, model: 'acme/large' })
    await until(
      (signal) => rpc.sync.watch(ref, { signal }),
      ({ facts, state }) =>
        facts.executionStatus === 'finished' &&
        state.localCount === local.service.control.eventIds(ref.conversationId).length,
    )
    expect(await rpc.agent.start(request)).toEqual(ref)
    const { conversations } = await rpc.conversations.refresh({ connectionId: request.connectionId })
    expect(conversations.filter(({ conversationId }) => conversationId === ref.conversationId)).toHaveLength(1)
    const ids = local.service.control.eventIds(ref.conversationId)
    const events = await Promise.all(
      ids.map((eventId) => rpc.event.get({ ...ref, eventId, offset: 0, length: 2_000_000 })),
    )
    expect(
      events.filter(({ json }) => json.includes('Fix the flaky login test') && json.includes('"user"')),
    ).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain(KEY)
  })

  test('what the server would refuse is named and never sent', async () => {
    const { rpc, request } = await begin()
    local.service.control.resetRequestCounts()
    const refused: [change: Partial<AgentStart>, field: string][] = [
      [{ tags: { x_y: '1' } }, 'tags.x_y'],
      [{ workingDir: 'project' }, 'working_dir'],
      [{ model: '' }, 'model'],
      [{ text: `Use ${KEY}` }, 'api_key'],
      [{ modelUrl: 'localhost:4000' }, 'base_url'],
    ]
    for (const [change, field] of refused) {
      const failure = await rpc.agent.start({ ...request, ...change }).catch((error: { data: unknown }) => error.data)
      expect(failure).toMatchObject({ code: 'invalid-input', field })
      expect(JSON.stringify(failure)).not.toContain(KEY)
    }
    expect(local.service.control.requestCounts()).not.toHaveProperty('POST /api/conversations')
  })
})

test('an app server is not started on this way', async () => {
  local = await startLocalCore()
  const [connection] = await local.rpc.connections.list({})
  const request = {
    id: ID,
    text: '',
    run: false,
    workingDir: '/w',
    model: 'm',
    modelKey: null,
    modelUrl: null,
    tags: {},
  }
  await expect(local.rpc.agent.start({ ...request, connectionId: connection?.id ?? '' })).rejects.toMatchObject({
    data: { code: 'unsupported' },
  })
})
