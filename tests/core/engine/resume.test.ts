import { expect, test } from 'vitest'
import { eventually } from '../../support/until.ts'
import { hold } from './support/hold.ts'
import { CONVERSATION } from './support/scriptedServer.ts'
import { passing, ref, startEngine } from './support/watched.ts'

const pageOf = (id: string) =>
  `/api/conversations/${CONVERSATION}/events/search?limit=100&sort_order=TIMESTAMP&page_id=${id}`

test('a load that was cancelled keeps what it stored, and goes on there when it is tried again', async () => {
  const { server, clock, archive, watch, archivedIds } = await startEngine({ events: 1_000 })
  const fifth = hold(server, 'page_id=event-000400')
  const page = watch()
  await fifth.reached
  await page.until(({ localCount }) => localCount === 500)
  page.sync.cancel()
  expect(page.state().sync).toMatchObject({ phase: 'stopped', canRetry: true })
  fifth.release()
  await clock.advance(10 * 60_000)
  // The newest page and the first four of the walk.
  expect((await archive.loadState(ref)).stored).toBe(500)
  expect(page.state().sync.phase).toBe('stopped')

  server.asked = []
  page.sync.retry()
  await page.phase('live')
  const from = ['000399', '000499', '000599', '000699', '000799', '000899', '000999']
  expect(from.map((id) => `GET ${pageOf(`event-${id}`)}`)).toEqual(
    expect.arrayContaining(server.calls('/events/search')),
  )
  expect(server.calls('/events/search').length).toBeLessThanOrEqual(7)
  expect(await archivedIds()).toEqual(server.ids())
})

test('following goes on after the last number that is stored, and nothing stored is asked for again', async () => {
  const { server, watch, archivedIds } = await startEngine({ events: 350 })
  const page = watch()
  await page.phase('live')
  server.asked = []
  server.sockets[0]?.terminate()
  await page.phase('reconnecting')
  server.append(30)
  page.sync.retry()
  await page.phase('live')
  await page.until(({ localCount }) => localCount === 380)
  expect(server.handshakes).toEqual([`WS /sockets/session/${CONVERSATION}?after_seq=379`])
  expect(server.calls('/events/search')).toEqual([`GET ${pageOf('event-000349')}`])
  expect(await archivedIds()).toEqual(server.ids())
})

test('events that come between the walk and the socket are not lost', async () => {
  const { server, watch, archivedIds } = await startEngine({ events: 120 })
  server.beforeHandshake = () => server.append(7)
  const page = watch()
  await page.phase('live')
  await page.until(({ localCount }) => localCount === 127)
  expect(await archivedIds()).toEqual(server.ids())
})

test('a server that refuses the session socket is followed on the events socket', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 120 })
  server.refused.session = 403
  const page = watch()
  await page.until(({ socket }) => socket?.dialect === 'events')
  await clock.advance(1_000)
  await page.phase('live')
  server.append(5)
  await page.until(({ localCount }) => localCount === 125)
  await clock.advance(4_000)
  await page.until(({ server: far }) => far?.count === 125)
  expect(await archivedIds()).toEqual(server.ids())
  expect(server.handshakes.map((path) => path.split('?')[0])).toEqual([
    `WS /sockets/session/${CONVERSATION}`,
    `WS /sockets/events/${CONVERSATION}`,
  ])
})

test('a session socket that never says where its replay ends is followed once a look found nothing missing', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 120 })
  server.onSocket = (socket, handshake) => {
    const send = socket.send.bind(socket)
    socket.send = (frame: string) => (frame.includes('"sync"') ? undefined : send(frame))
    server.append(3)
    server.serve(socket, handshake)
  }
  const page = watch()
  await passing(clock, page.phase('live'))
  await page.until(({ localCount }) => localCount === 123)
  expect(await archivedIds()).toEqual(server.ids())
})

test('what a session socket says to be wrong is told, and following goes on', async () => {
  const { server, watch } = await startEngine({ events: 20 })
  server.onSocket = (socket, handshake) => {
    server.serve(socket, handshake)
    socket.send(JSON.stringify({ type: 'error', code: 'replay_failed', detail: 'Event 7 cannot be read.' }))
  }
  const page = watch()
  await page.phase('live')
  const { socket } = await page.until(({ socket }) => socket?.lastError !== null && socket !== null)
  expect(socket?.lastError).toMatchObject({ code: 'replay_failed', detail: 'Event 7 cannot be read.' })
  server.append(1)
  await page.until(({ localCount, sync }) => localCount === 21 && sync.phase === 'live')
})

test('on the events socket, what comes between the walk and a slow handshake is found by the next look', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 120 })
  server.refused.session = 403
  const shaken = Promise.withResolvers<void>()
  server.beforeHandshake = () => (server.handshakes.length > 1 ? shaken.promise : undefined)
  const counted = Promise.withResolvers<void>()
  const page = watch()
  await eventually(async () => (server.handshakes.length === 2 ? true : null))
  server.beforeAnswer = (path) => (path.includes('/events/count') ? counted.resolve() : undefined)
  // The history does not wait for the socket; after its walk it is counted.
  await passing(clock, counted.promise)
  server.append(9)
  expect(page.state()).toMatchObject({ sync: { phase: 'backfilling' }, localCount: 120 })
  shaken.resolve()
  await passing(clock, page.phase('live'))
  expect(page.state().localCount).toBe(129)
  expect(await archivedIds()).toEqual(server.ids())
})

test('a server that refuses both sockets is asked for the better one again', async () => {
  const { server, watch } = await startEngine({ events: 10 })
  server.refused = { session: 403, events: 403 }
  const page = watch()
  await page.phase('reconnecting')
  server.refused = {}
  page.sync.retry()
  await page.phase('live')
  expect(server.handshakes.at(-1)).toContain('/sockets/session/')
})

test('a server whose log was put back to an earlier day is walked anew, and nothing seen is thrown away', async () => {
  const { server, watch, archivedIds } = await startEngine({ events: 250 })
  const page = watch()
  await page.phase('live')
  const seen = server.ids()
  server.events = server.events.slice(0, 200)
  server.prefix = 'again'
  server.sockets[0]?.terminate()
  await page.phase('reconnecting')
  server.asked = []
  page.sync.retry()
  await page.phase('live')
  expect(server.handshakes).toEqual([`WS /sockets/session/${CONVERSATION}?after_seq=199`])
  expect(server.calls('/events/search').filter((path) => !path.includes('page_id='))).toHaveLength(1)
  server.append(5)
  await page.until(({ localCount }) => localCount === 255)
  expect((await archivedIds()).sort()).toEqual([...new Set([...seen, ...server.ids()])].sort())
})

test('a server whose numbers never fit its log is followed without numbers', async () => {
  const { server, clock, watch } = await startEngine({ events: 50 })
  server.onSocket = (socket, handshake) => {
    if (handshake.dialect === 'events') return server.serve(socket, handshake)
    socket.send(JSON.stringify({ type: 'sync', from_seq: handshake.afterSeq, through_seq: 3 }))
  }
  const page = watch()
  for (let tries = 0; tries < 2; tries += 1) {
    const { at } = await page.phase('reconnecting')
    await clock.advance(at - clock.now())
  }
  await page.until(({ socket }) => socket?.dialect === 'events')
  await clock.advance(1_000)
  await page.phase('live')
})

test('what a closed socket still brings is ignored', async () => {
  const { server, archive, clock, watch } = await startEngine({ events: 100 })
  server.refused.session = 403
  const walk = hold(server, 'page_id=')
  const page = watch()
  await page.until(({ socket }) => socket?.dialect === 'events')
  page.sync.cancel()
  // Before the server can hear of it.
  server.append(5)
  await eventually(async () => (server.sockets.length === 0 ? true : null))
  walk.release()
  await clock.advance(60_000)
  expect(page.state()).toMatchObject({ sync: { phase: 'stopped' }, localCount: 100 })
  expect((await archive.loadState(ref)).stored).toBe(100)
})

test('a history that was loaded half from the app server goes on at its offset', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 600 })
  server.sandboxStatus = 'PAUSED'
  server.download = 413
  const third = hold(server, 'page_id=200')
  const page = watch()
  await passing(clock, third.reached)
  await page.until(({ localCount }) => localCount === 300)
  page.sync.cancel()
  third.release()
  server.asked = []
  page.sync.retry()
  await passing(clock, page.phase('local'))
  const offsets = server.calls('/events/search').map((path) => /page_id=(\d+)/.exec(path)?.[1] ?? null)
  expect(offsets).toEqual([null, '200', '300', '400', '500'])
  expect(await archivedIds()).toEqual(server.ids())
})

test('what reaches the history of the app server late is found by looking again, and a look without news is cheap', async () => {
  const { server, clock, watch, archivedIds } = await startEngine({ events: 250 })
  server.sandboxStatus = 'PAUSED'
  const page = watch()
  await passing(clock, page.phase('local'))
  const asked = () => ({ pages: server.calls('/events/search').length, zips: server.calls('/download').length })
  const atFirst = asked()
  const looks = () => server.calls('/events/count').length
  /** Lets the time of the next looks pass. */
  const soon = (isSo: () => boolean) =>
    eventually(async () => {
      await clock.advance(10_000)
      return isSo() ? true : null
    })
  const before = looks()
  await soon(() => looks() > before)
  expect(asked()).toEqual(atFirst)
  server.append(30)
  await soon(() => page.state().localCount === 280 && page.state().sync.phase === 'local')
  // The newest page, and the one before it, which was known whole.
  expect(asked()).toEqual({ ...atFirst, pages: atFirst.pages + 2 })
  server.append(230)
  await soon(() => page.state().localCount === 510 && page.state().sync.phase === 'local')
  expect(await archivedIds()).toEqual(server.ids())
  // So many come by one zip, after the newest page.
  expect(asked()).toEqual({ pages: atFirst.pages + 3, zips: atFirst.zips + 1 })
})
