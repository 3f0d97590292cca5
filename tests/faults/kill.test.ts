import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openHere, REF, shown, storedIds, tempDir, uuid } from '../core/archive/support.ts'
import { killedAfter } from './support/killedAfter.ts'
import { chanceOf, seeds } from './support/runs.ts'

/** While pages are stored, and while frames are stored and sealed. */
const moments = seeds.flatMap((seed) => {
  const chance = chanceOf(seed)
  return [[chance(1, 6_000), 'pages'] as const, [chance(1, 6_000), 'frames'] as const]
})

test.each(moments)(
  'a kill after %i events that were acknowledged in %s loses none of them and doubles none',
  async (count, way) => {
    const dataDir = tempDir()
    const acknowledged = await killedAfter(dataDir, way, count)
    const { archive } = openHere(dataDir)
    const ids = await storedIds(archive)
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged ?? Number.POSITIVE_INFINITY)
    expect(ids).toEqual(ids.map((_, at) => uuid(at)))
    const load = await archive.loadState(REF)
    expect(load).toMatchObject({ stored: ids.length, headCount: ids.length })
    const db = new DatabaseSync(join(dataDir, 'archive.sqlite'), { readOnly: true })
    const kept = db
      .prepare('SELECT (SELECT count(*) FROM tail) + (SELECT coalesce(sum(count), 0) FROM block) AS n')
      .get()
    expect(kept).toEqual({ n: ids.length })
    db.close()
    // What the index held is in it once, and the rest follows.
    await archive.search({ query: 'message', conversation: null, order: 'newest', offset: 0, limit: 1 })
    const filter = [{ field: 'text' as const, isNot: false, values: ['message'] }]
    const { view } = await archive.openView({ conversation: REF, filter, order: 'raw' })
    await archive.overview({ view, buckets: 1, clock: 'wall' })
    expect(await shown(archive, view)).toEqual(ids)
  },
)
