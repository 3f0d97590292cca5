import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivedIds } from '../support/archivedIds.ts'
import { eventually } from '../support/until.ts'
import { type FaultyCore, startFaultyCore } from './support/faultyCore.ts'
import { chanceOf, seeds } from './support/runs.ts'

let faulty: FaultyCore
// The core's clock runs 20 times as fast: for it, the history lags 30 s.
beforeAll(async () => {
  faulty = await startFaultyCore({ historyLagMs: 1_500 })
})
afterAll(() => faulty.close())

test.each(seeds)(
  'a history that lags 30 s and has holes is all there while the sandbox sleeps, and whole when it wakes (%i)',
  async (seed) => {
    const chance = chanceOf(seed)
    const { control } = faulty.service
    const one = await faulty.conversation(0)
    const { ref } = one
    control.append(ref.conversationId, chance(50, 700))
    const lost = new Set(control.makeHoles(ref.conversationId, chance(1, 6)))
    const sandbox = { connectionId: 'local', id: one.sandboxId }
    await faulty.rpc.sandboxes.pause(sandbox)
    const asleep = control.eventIds(ref.conversationId).filter((id) => !lost.has(id))
    one.follow()
    await expect
      .poll(async () => (await archivedIds(faulty.rpc, ref)).ids.toSorted(), { timeout: 60_000 })
      .toEqual(asleep.toSorted())

    await faulty.rpc.sandboxes.resume(sandbox)
    await eventually(async () => ((await faulty.rpc.conversations.get(ref)).sandboxStatus === 'RUNNING' ? true : null))
    await wait(chance(0, 100))
    control.append(ref.conversationId, chance(1, 50))
    await one.same()
    one.leave()
  },
)
