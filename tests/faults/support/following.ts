import { setTimeout as wait } from 'node:timers/promises'
import { ORPCError } from '@orpc/client'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import type { Dialect } from '../../../electron/local/options.ts'
import { eventually } from '../../support/until.ts'
import { type FaultyCore, startFaultyCore } from './faultyCore.ts'
import { chanceOf, seeds } from './runs.ts'

const EVENTS = 10_000

/** What happens while a conversation of an agent server like this is followed. */
export function describeFollowing(dialect: Dialect): void {
  describe(`an agent server like ${dialect}: the archive equals its log after`, () => {
    let faulty: FaultyCore
    beforeAll(async () => {
      faulty = await startFaultyCore({ dialect })
    })
    afterAll(() => faulty.close())

    const control = () => faulty.service.control

    test.each(seeds)('a run of 10,000 events whose socket is cut again and again (%i)', async (seed) => {
      const chance = chanceOf(seed)
      const one = await faulty.followed(chance(0, 300))
      const written = control().firehose(one.ref.conversationId, { count: EVENTS, perSecond: 8_000, bytes: 200 })
      let isWritten = false
      const done = written.finally(() => {
        isWritten = true
      })
      while (!isWritten) {
        await wait(chance(20, 200))
        control().dropSockets()
      }
      await done
      await one.same()
      one.leave()
    })

    test.each(seeds)('a restart, and a pause and resume, with a new key and address each time (%i)', async (seed) => {
      const chance = chanceOf(seed)
      const one = await faulty.followed(chance(100, 2_000))
      await wait(chance(0, 300))
      await control().restartSandbox(one.sandboxId)
      control().append(one.ref.conversationId, chance(1, 400))
      await wait(chance(0, 300))
      const sandbox = { connectionId: 'local', id: one.sandboxId }
      await insist(() => faulty.rpc.sandboxes.pause(sandbox))
      await wait(chance(0, 200))
      await insist(() => faulty.rpc.sandboxes.resume(sandbox))
      await eventually(async () => {
        const { sandboxStatus } = await insist(() => faulty.rpc.conversations.get(one.ref))
        return sandboxStatus === 'RUNNING' ? true : null
      })
      control().append(one.ref.conversationId, chance(1, 400))
      await one.same()
      one.leave()
    })

    test.each(seeds)('being opened in the middle of a run: the replay is mixed with what is new (%i)', async (seed) => {
      const chance = chanceOf(seed)
      const early = await faulty.followed(chance(0, 1_500))
      const written = control().firehose(early.ref.conversationId, { count: 3_000, perSecond: 6_000, bytes: 300 })
      await wait(chance(0, 300))
      control().repeatNewest(early.ref.conversationId, chance(1, 200))
      await written
      await early.same()
      early.leave()
    })

    test.each(seeds)('a server clock that is off by up to two hours and stands still at times (%i)', async (seed) => {
      const chance = chanceOf(seed)
      const one = await faulty.followed(chance(0, 150))
      const now = Date.now()
      let at = now
      for (let count = 0; count < 120; count += 1) {
        if (chance(0, 3) > 0) at = now + chance(-7_200_000, 7_200_000)
        const timestamp = new Date(at).toISOString().replace('Z', '000')
        control().appendEvent(one.ref.conversationId, { kind: 'PauseEvent', source: 'user', timestamp })
        if (chance(0, 40) === 0) control().dropSockets()
      }
      await one.same()
      one.leave()
    })

    test.each(seeds)('a storm of refusals for asking too often (%i)', async (seed) => {
      const chance = chanceOf(seed)
      const refusal = { status: 429, body: '{"error":"Rate limit exceeded"}', headers: { 'retry-after': '1' } }
      control().failNext(chance(5, 25), refusal)
      const one = await faulty.followed(chance(200, 3_000))
      await wait(chance(0, 200))
      control().failNext(chance(5, 25), refusal)
      control().dropSockets()
      control().append(one.ref.conversationId, chance(1, 300))
      await one.same()
      control().heal()
      one.leave()
    })

    test.each(seeds)('the end of the archive’s worker in the middle (%i)', async (seed) => {
      const chance = chanceOf(seed)
      // Of its own: a worker that ends more than three times in a minute of the core is not started again.
      const own = await startFaultyCore({ dialect })
      onTestFinished(() => own.close())
      const one = await own.followed(chance(500, 4_000))
      const { conversationId } = one.ref
      const written = own.service.control.firehose(conversationId, { count: 1_500, perSecond: 4_000, bytes: 300 })
      await wait(chance(0, 500))
      await own.worker().terminate()
      await written
      await one.same()
      one.leave()
    })
  })
}

/** Limits run ten times faster here too, and a busy machine does not keep them: what had no answer in time is asked again. */
function insist<T>(call: () => Promise<T>): Promise<T> {
  return eventually(async () => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ORPCError && error.data?.code === 'timeout') return null
      throw error
    }
  })
}
