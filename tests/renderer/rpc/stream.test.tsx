import { useCallback, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type StreamCall, useRpc, useStream } from '../../../renderer/rpc/index.ts'
import { CLOUD } from '../support/fakeFleet.ts'
import { FakeHost } from '../support/fakeHost.ts'
import { renderInHost } from '../support/render.tsx'
import { until } from '../support/until.ts'

function Changes() {
  const { client } = useRpc()
  const [count, setCount] = useState(0)
  const call = useCallback<StreamCall<unknown>>(
    (signal) => client.conversations.changes({ isHidden: false }, { signal }),
    [client],
  )
  const stream = useStream(call, () => setCount(count + 1))
  return (
    <p>
      {stream.state}: {count} changes
    </p>
  )
}

test('a page that streams hears every signal, also after the host was away', async () => {
  const host = new FakeHost()
  renderInHost(<Changes />, host)
  await expect.element(page.getByText('live: 0 changes')).toBeVisible()
  await until(() => host.fleetChanges.readers).toBe(1)
  host.fleetChanges.publish({ connectionId: CLOUD })
  await expect.element(page.getByText('live: 1 changes')).toBeVisible()
  host.stop()
  await expect.element(page.getByText('waiting: 1 changes')).toBeVisible()
  host.start()
  await expect.element(page.getByText('live: 1 changes')).toBeVisible()
  await until(() => host.fleetChanges.readers).toBeGreaterThan(0)
  host.fleetChanges.publish({ connectionId: CLOUD })
  await expect.element(page.getByText('live: 2 changes')).toBeVisible()
})
