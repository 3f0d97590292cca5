import { expect, test } from 'vitest'
import { openHere, REF, storedIds, tempDir, uuid } from '../core/archive/support.ts'
import { killedAfter } from './support/killedAfter.ts'
import { chanceOf, seeds } from './support/runs.ts'

test.each(seeds)(
  'of two hosts on one folder one writes, and the next goes on where it was killed (%i)',
  async (seed) => {
    const chance = chanceOf(seed)
    const dataDir = tempDir()
    const way = chance(0, 2) === 0 ? 'pages' : 'frames'
    const first = await killedAfter(dataDir, way, chance(200, 3_000), async () => {
      expect(await killedAfter(dataDir, way, 1)).toBeNull()
    })
    const [one, other] = await Promise.all([
      killedAfter(dataDir, way, (first ?? 0) + chance(200, 3_000)),
      killedAfter(dataDir, way, (first ?? 0) + chance(200, 3_000)),
    ])
    const acknowledged = Math.max(one ?? 0, other ?? 0)
    expect(acknowledged).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
    const { archive } = openHere(dataDir)
    const ids = await storedIds(archive)
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged)
    expect(ids).toEqual(ids.map((_, at) => uuid(at)))
    expect(await archive.loadState(REF)).toMatchObject({ stored: ids.length, headCount: ids.length })
  },
)
