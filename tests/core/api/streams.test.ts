import { afterEach, beforeEach, expect, test } from 'vitest'
import { itemsOf } from '../../support/itemsOf.ts'
import { startTestCore, type TestCore } from '../../support/testCore.ts'

let core: TestCore

beforeEach(async () => {
  core = await startTestCore({})
})
afterEach(() => core.close())

test('a stream that cannot go on fails as a call does, with what happened and what to do', async () => {
  const { rpc } = core
  const nowhere = { connectionId: 'gone', conversationId: '3f2a91bc00004000800000000000abcd' }
  await expect(itemsOf(await rpc.sync.watch(nowhere))).rejects.toMatchObject({
    code: 'FAILURE',
    defined: true,
    data: { code: 'not-found', message: 'There is no connection gone.' },
  })
  await expect(itemsOf(await rpc.view.changes({ view: 'gone' }))).rejects.toMatchObject({
    code: 'FAILURE',
    defined: true,
    data: { code: 'gone', advice: 'Open it again.', isSafeToRetry: true },
  })
})
