import fc from 'fast-check'
import { test } from 'vitest'
import { start } from './support/client.ts'
import { Ledger } from './support/ledger.ts'
import { begin, operation } from './support/operations.ts'

const LIMIT = 3

test('whatever is done: one fate and one key for a sandbox, tags that replace the whole map, a view that is their union', async () => {
  const property = fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 24 }), async (operations) => {
    const bench = await start({ empty: true, runningLimit: LIMIT, speed: 500, tagLagMs: 8, historyLagMs: 5 })
    const ledger = new Ledger(bench)
    for (const _ of [1, 2]) await begin(ledger, {})
    for (const { run } of operations) {
      await run(ledger)
      await ledger.check(LIMIT)
    }
    await ledger.settle()
    await bench.service.close()
  })
  await fc.assert(property, { numRuns: 60 })
})
