import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enqueue } from '../../../electron/core/archive/serveArchive.ts'
import { EVERYTHING, messages, openInWorker, page, REF, shown } from './support.ts'

const LOOKS = ['openView', 'window', 'overview', 'event', 'conversations'] as const
const SYNC = ['ingestPage', 'ingestFrames', 'setServerCount', 'loadState', 'facts', 'missingIds', 'seal'] as const
const FIXED = ['closeView', 'rescan', 'forgetConnection', 'saveConversations', 'restartWalk', 'stats', 'close'] as const

type Call = Parameters<typeof enqueue>[1]

test('a look overtakes the work of a sync and nothing else; everything else is served as it came', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LOOKS, ...SYNC, ...FIXED), { maxLength: 30 }), (methods) => {
      const waiting: Call[] = []
      for (const [call, method] of methods.entries()) enqueue(waiting, { type: 'call', call, method, args: [] })
      expect(waiting.map(({ call }) => call).sort((a, b) => a - b)).toEqual(methods.map((_, call) => call))
      for (const [at, one] of waiting.entries()) {
        for (const later of waiting.slice(at + 1)) {
          if (later.call > one.call) continue
          expect(LOOKS).toContain(one.method)
          expect(SYNC).toContain(later.method)
        }
      }
    }),
  )
})

test('a view that was opened before a page that waited longer shows and tells what the page brought', async () => {
  const { archive, notices } = await openInWorker()
  const log = messages(2_000)
  const done: string[] = []
  const pages = Array.from({ length: 20 }, async (_, at) => {
    const items = log.slice(at * 100, at * 100 + 100)
    await archive.ingestPage(REF, page(items, 'x'), { side: 'agent', walk: 'head', firstLogIndex: at * 100 })
    done.push(`page ${at}`)
  })
  const { view, count } = await archive.openView(EVERYTHING)
  done.push('view')
  await Promise.all(pages)
  expect(done.indexOf('view')).toBeLessThan(19)
  expect(count).toBeLessThan(2_000)
  await expect.poll(() => notices.views.at(-1)).toMatchObject({ view, count: 2_000 })
  expect(await shown(archive, view)).toEqual(log.map((event) => event.id))
})
