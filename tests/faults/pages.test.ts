import { expect, test } from 'vitest'
import { passing, startEngine } from '../core/engine/support/watched.ts'
import { chanceOf, seeds } from './support/runs.ts'

test.each(seeds)('pages that repeat and cursors that begin anew lose nothing and double nothing (%i)', async (seed) => {
  const chance = chanceOf(seed)
  const { server, clock, watch, archivedIds } = await startEngine({ events: chance(300, 2_500) })
  let oddities = chance(1, 7)
  server.oddPage = (pageId) => {
    if (pageId === null || oddities === 0 || chance(0, 3) > 0) return null
    oddities -= 1
    return chance(0, 2) === 0 ? 'restart' : 'repeat'
  }
  const page = watch()
  await passing(clock, page.phase('live'))
  server.append(chance(1, 200))
  for (const socket of server.sockets) socket.terminate()
  await passing(
    clock,
    page.until(({ sync, localCount }) => sync.phase === 'live' && localCount === server.events.length),
  )
  expect(await archivedIds()).toEqual(server.ids())
})
