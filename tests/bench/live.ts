import type { LocalProcess } from '../support/localProcess.ts'
import { until } from '../support/until.ts'
import { rawSocket } from './floor/rawSocket.ts'
import type { Frames } from './inPage.ts'
import { openTimeline, rowsOf, withDesk } from './openTimeline.ts'
import { type Measure, measure } from './report.ts'

const IDLE_MS = 3_000
/** The rate that has to be kept up, and for how long. */
const STEADY = { perSecond: 5_000, count: 15_000 }
/** As many at once as make a time that can be measured. */
const BURST = 10_000

interface Live {
  /** Events a second of a burst, from the server's append to the last row in sight. */
  append: number
  /** Milliseconds from the server's last append of a steady stream to the last row in sight. */
  lag: number
  /** Percent of the frames of the steady stream that came late, less that of the idle page before it. */
  frameLate: number
  longTask: number
  hostDelayP99: number
}

/** Events are appended to a conversation that is followed with its timeline open. */
async function measureLive(service: LocalProcess, events: number): Promise<Live> {
  const conversation = await service.conversation(events)
  return withDesk(service, async (desk) => {
    const { host, page } = desk
    const ref = await openTimeline(desk, conversation, events)
    let total = events
    const append = async (control: string, input: { count: number; perSecond?: number }) => {
      total += input.count
      const isStored = until(
        (signal) => host.rpc.sync.watch(ref, { signal }),
        ({ state }) => state.localCount >= total,
      )
      const began = performance.now()
      await service.control(control, { conversation, ...input })
      const written = performance.now()
      await isStored
      await page.evaluate((rows) => window.bench.untilLast(rows), await rowsOf(host, ref))
      const shown = performance.now()
      return { ms: shown - began, lag: shown - written }
    }

    await page.evaluate(() => window.bench.frames())
    await page.waitForTimeout(IDLE_MS)
    const idle = await page.evaluate(() => window.bench.frames())
    await host.figures()
    const { lag } = await append('firehose', STEADY)
    const { delayP99 } = await host.figures()
    const busy = await page.evaluate(() => window.bench.frames())
    const { ms } = await append('append', { count: BURST })
    return {
      append: (BURST / ms) * 1_000,
      lag,
      frameLate: lateShare(busy) - lateShare(idle),
      longTask: busy.longTask,
      hostDelayP99: delayP99,
    }
  })
}

function lateShare({ count, late }: Frames): number {
  return (late / count) * 100
}

export async function benchLive(service: LocalProcess, events: number, runs: number): Promise<Measure[]> {
  const floors: number[] = []
  const ours: Live[] = []
  for (let run = 0; run < runs; run += 1) {
    const conversation = await service.conversation(100)
    const target = await service.agentOf(conversation)
    const go = async () => {
      await service.control('append', { conversation, count: BURST })
    }
    const ms = await rawSocket(target.conversationUrl, target.key, BURST, go)
    floors.push((BURST / ms) * 1_000)
    ours.push(await measureLive(service, events))
  }
  const pick = (what: keyof Live) => ours.map((one) => one[what])
  return [
    measure('live.append', events, 'events/s', pick('append'), floors),
    measure('live.lag', events, 'ms', pick('lag'), null),
    measure('live.frameLate', events, '% more', pick('frameLate'), null),
    measure('live.longTask', events, 'ms', pick('longTask'), null),
    measure('live.hostDelayP99', events, 'ms', pick('hostDelayP99'), null),
  ]
}
