import { describe, expect, test } from 'vitest'
import { createRequestBudget } from '../../../electron/core/gateway/budget/requestBudget.ts'
import type { Priority } from '../../../electron/core/gateway/index.ts'
import { calm } from './support/gateway.ts'
import { manualClock } from './support/manualClock.ts'

/** A budget and the order in which its calls started, with the time since the beginning. */
function setup() {
  const clock = manualClock()
  const begin = clock.now()
  const budget = createRequestBudget(clock)
  const started: { name: string; at: number }[] = []
  function call(name: string, priority: Priority, signal = calm) {
    return budget.turn(priority, signal).then(() => started.push({ name, at: clock.now() - begin }))
  }
  return { clock, budget, started, call, names: () => started.map(({ name }) => name) }
}

function many(count: number, make: (index: number) => unknown) {
  for (let index = 0; index < count; index += 1) make(index)
}

describe('the limits of the account are kept', () => {
  test('at most 10 calls start in any second and 100 in any minute', async () => {
    const { clock, started, call } = setup()
    many(250, (index) => call(`${index}`, 'person'))
    await clock.advance(180_000)
    expect(started).toHaveLength(250)
    const most = (span: number) =>
      Math.max(...started.map(({ at }) => started.filter((other) => other.at >= at && other.at < at + span).length))
    expect(most(1_000)).toBe(10)
    expect(most(60_000)).toBe(100)
  })

  test('after a 429 nothing starts until the named time, and the wait can be seen', async () => {
    const { clock, budget, call, names } = setup()
    budget.block(5_000)
    call('held', 'person')
    await clock.advance(4_999)
    expect(names()).toEqual([])
    expect(budget.state()).toEqual({ used: 0, limit: 100, waiting: 1, blockedUntil: clock.now() + 1 })
    await clock.advance(1)
    expect(names()).toEqual(['held'])
    expect(budget.state()).toEqual({ used: 1, limit: 100, waiting: 0, blockedUntil: null })
  })

  test('the clock of the machine set back an hour blocks nothing', async () => {
    let offset = 0
    const clock = manualClock()
    const budget = createRequestBudget({ now: () => clock.now() + offset, sleep: clock.sleep })
    many(10, () => budget.turn('person', calm))
    offset = -3_600_000
    await expect(budget.turn('person', calm)).resolves.toBeUndefined()
  })
})

describe('a person does not wait behind the background', () => {
  test('a call of a person goes before refreshes and backfill that came earlier', async () => {
    const { clock, call, names } = setup()
    many(10, () => call('first', 'person'))
    call('backfill', 'backfill')
    call('refresh', 'refresh')
    call('person', 'person')
    await clock.advance(10_000)
    expect(names().slice(10)).toEqual(['person', 'refresh', 'backfill'])
  })

  test('a long backfill leaves room: a person starts at once in the middle of it', async () => {
    const { clock, call, names } = setup()
    many(500, () => call('backfill', 'backfill'))
    await clock.advance(30_000)
    const before = names().length
    call('person', 'person')
    await clock.advance(0)
    expect(names().slice(before)).toEqual(['person'])
  })

  test('a call that is given up while it waits takes no place', async () => {
    const { clock, budget, call, names } = setup()
    many(10, () => call('first', 'person'))
    const giveUp = new AbortController()
    const given = call('given up', 'person', giveUp.signal)
    call('next', 'person')
    giveUp.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
    await clock.advance(2_000)
    expect(names().slice(10)).toEqual(['next'])
    expect(budget.state().used).toBe(11)
    expect(clock.sleepers()).toBe(0)
  })
})
