import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalProcess } from '../support/localProcess.ts'
import { rawInsert, rawWindow } from './floor/rawInsert.ts'
import { rawAllPages, rawNewestPage } from './floor/rawPages.ts'
import { rawSocket } from './floor/rawSocket.ts'
import { measureIngest } from './ingest.ts'
import { measureLive } from './live.ts'
import { openColdAndWarm } from './open.ts'
import { type Measure, measure, printTable } from './report.ts'

const EVENTS = 12_000
const LIVE_EVENTS = 5_000
const RUNS = 5

/** `npm run bench -- [--json]`: the console against floors on the same machine, in the same run, 5 runs each. */
async function main(): Promise<void> {
  const service = await startLocalProcess(['--seed', '7'])
  const folder = await mkdtemp(join(tmpdir(), 'handrail-bench-'))
  try {
    await service.control('pause-agents')
    const measures = await measureAll(service, folder)
    if (process.argv.includes('--json')) console.log(JSON.stringify(measures, null, 1))
    else printTable(measures)
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAll(service: Awaited<ReturnType<typeof startLocalProcess>>, folder: string): Promise<Measure[]> {
  const conversationId = await service.conversation(EVENTS)
  const agent = await service.agentOf(conversationId)
  const { texts } = await rawAllPages(agent.conversationUrl, agent.key)

  const floors = {
    newest: await times(() => rawNewestPage(agent.conversationUrl, agent.key)),
    all: await times(async () => (await rawAllPages(agent.conversationUrl, agent.key)).ms),
    window: await times(async () => rawWindow(texts, folder)),
    ingest: await times(async () => perSecond(rawInsert(texts, folder))),
    live: [] as number[],
  }
  const open = await times(() => openColdAndWarm(service, conversationId, EVENTS))
  const ingest = await times(() => measureIngest(texts))
  const live: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const fresh = await service.conversation(100)
    const target = await service.agentOf(fresh)
    const go = async () => {
      await service.control('append', { conversation: fresh, count: LIVE_EVENTS })
    }
    const ms = await rawSocket(target.conversationUrl, target.key, LIVE_EVENTS, go)
    floors.live.push((LIVE_EVENTS / ms) * 1_000)
    live.push(await measureLive(service, LIVE_EVENTS))
  }
  const pick = (key: keyof (typeof open)[number]) => open.map((run) => run[key])
  return [
    measure('open.cold.firstRows', EVENTS, 'ms', pick('coldFirstRows'), floors.newest),
    measure('open.cold.complete', EVENTS, 'ms', pick('coldComplete'), floors.all),
    measure('open.warm.firstRows', EVENTS, 'ms', pick('warmFirstRows'), floors.window),
    measure('open.warm.complete', EVENTS, 'ms', pick('warmComplete'), null),
    measure('ingest', EVENTS, 'events/s', ingest, floors.ingest),
    measure('live.append', LIVE_EVENTS, 'events/s', live, floors.live),
  ]
}

async function times<T>(run: () => Promise<T>): Promise<T[]> {
  const values: T[] = []
  for (let i = 0; i < RUNS; i += 1) values.push(await run())
  return values
}

function perSecond({ ms, events }: { ms: number; events: number }): number {
  return (events / ms) * 1_000
}

await main()
