import { expect, test } from 'vitest'
import { eventually } from '../../support/until.ts'
import { recordOf } from './support/scriptedServer.ts'
import { passing, ref, startEngine } from './support/watched.ts'

const calm = new AbortController().signal

test('a conversation that is watched while it sleeps is seen to wake, also behind the newest page', async () => {
  const { server, clock, engine, watch } = await startEngine({ events: 20 })
  engine.fleet.subscribe(() => undefined, { isHidden: false })
  server.sandboxStatus = 'PAUSED'
  await engine.fleet.get(ref, calm)
  await engine.fleet.refresh('c1', calm)
  // Newer ones push it off the first page.
  server.others = Array.from({ length: 3 }, (_, i) => recordOf(`${i}`.repeat(32), 'PAUSED'))
  const page = watch()
  await passing(clock, page.phase('local'))
  server.sandboxStatus = 'RUNNING'
  await passing(clock, page.phase('live'))
})

test('while somebody listens the list is asked for every 10 s, and soon after something was done', async () => {
  const { server, clock, engine } = await startEngine({ events: 0 })
  const searches = () => server.calls('/app-conversations/search').length
  const asked = (count: number) => eventually(async () => (searches() === count ? true : null))
  await engine.fleet.refresh('c1', calm)
  await clock.advance(60_000)
  expect(searches()).toBe(1)

  engine.fleet.subscribe(() => undefined, { isHidden: false })
  await clock.advance(10_000)
  await asked(2)
  await engine.fleet.refresh('c1', calm)
  await clock.advance(1_000)
  const before = searches()
  engine.fleet.expire('c1')
  await clock.advance(1_999)
  expect(searches()).toBe(before)
  await clock.advance(1)
  await asked(before + 1)
})

test('while nobody sees the page the list is asked for seldom, and at once when somebody does', async () => {
  const { server, clock, engine } = await startEngine({ events: 0 })
  const searches = () => server.calls('/app-conversations/search').length
  await engine.fleet.refresh('c1', calm)
  const leave = engine.fleet.subscribe(() => undefined, { isHidden: true })
  await clock.advance(119_999)
  expect(searches()).toBe(1)
  await clock.advance(1)
  await eventually(async () => (searches() === 2 ? true : null))
  await clock.advance(30_000)
  expect(searches()).toBe(2)
  engine.fleet.subscribe(() => undefined, { isHidden: false })
  leave()
  await eventually(async () => {
    await clock.advance(0)
    return searches() === 3 ? true : null
  })
})

test('a conversation that is started while the list is asked for stays in it', async () => {
  const { server, engine } = await startEngine({ events: 0 })
  server.others = [recordOf('0'.repeat(32), 'PAUSED')]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.beforeAnswer = (path) => (path.includes('/search') ? released : undefined)
  const refreshed = engine.fleet.refresh('c1', calm)
  await eventually(async () => (server.calls('/search').length === 1 ? true : null))
  const started = await engine.fleet.get(ref, calm)
  release()
  const { conversations } = await refreshed
  expect(conversations.map(({ conversationId }) => conversationId)).toEqual([started.conversationId, '0'.repeat(32)])
})

test('a list that nobody looked at for a while is asked for again when somebody does', async () => {
  const { server, clock, engine } = await startEngine({ events: 0 })
  await engine.fleet.refresh('c1', calm)
  server.others = [recordOf('0'.repeat(32), 'PAUSED')]
  await clock.advance(9_999)
  await engine.fleet.list('c1')
  expect(server.calls('/app-conversations/search')).toHaveLength(1)
  await clock.advance(1)
  await engine.fleet.list('c1')
  await eventually(async () =>
    (await engine.fleet.list('c1')).conversations.some(({ conversationId }) => conversationId === '0'.repeat(32))
      ? true
      : null,
  )
  expect(server.calls('/app-conversations/search')).toHaveLength(2)
})

test('the refresh of a removed connection ends, and its list is not asked for again', async () => {
  const { server, clock, engine, archive } = await startEngine({ events: 0 })
  engine.fleet.subscribe(() => undefined, { isHidden: false })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.beforeAnswer = () => released
  const refreshed = engine.fleet.refresh('c1', calm)
  await eventually(async () => (server.calls('/search').length === 1 ? true : null))
  await engine.forget('c1')
  expect((await refreshed).conversations).toEqual([])
  release()
  await clock.advance(60_000)
  expect(server.calls('/search')).toHaveLength(1)
  expect(await archive.conversations('c1')).toEqual([])
})
