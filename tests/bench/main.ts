import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalProcess, startLocalProcess } from '../support/localProcess.ts'
import { measureArchive } from './archive.ts'
import { filterTimes } from './filter.ts'
import { rawInsert, rawWindow } from './floor/rawInsert.ts'
import { rawAllPages, rawNewestPage } from './floor/rawPages.ts'
import { judge } from './goals.ts'
import { benchJump } from './jump.ts'
import { benchLive } from './live.ts'
import { benchMemory } from './memory.ts'
import { openColdAndWarm } from './open.ts'
import { type Group, readOptions } from './options.ts'
import { benchReconnect } from './reconnect.ts'
import { type Measure, measure, median, percentile, printGrowth, printTable } from './report.ts'
import { measureSearch } from './search.ts'

/** The console against floors on the same machine; each run takes both, one right after the other. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  // Whatever else runs on the machine is in the numbers.
  console.error(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the bench`)
  const service = await startLocalProcess(['--seed', '7'])
  const folder = await mkdtemp(join(tmpdir(), 'handrail-bench-'))
  const measures: Measure[] = []
  try {
    await service.control('pause-agents')
    for (const events of options.sizes) {
      const id = await service.conversation(events)
      const { runs } = options
      const benches: Record<Exclude<Group, 'search'>, () => Promise<Measure[]>> = {
        archive: () => benchArchive(service, id, events, runs, folder),
        open: () => benchOpen(service, id, events, runs, folder),
        filter: () => benchFilter(service, id, events, runs),
        jump: () => benchJump(service, id, events, runs),
        memory: () => benchMemory(service, id, events, runs),
        live: () => benchLive(service, events, runs),
        reconnect: () => benchReconnect(service, events),
      }
      for (const [group, bench] of Object.entries(benches)) {
        if (!options.groups.some((wanted) => wanted === group)) continue
        console.error(`${group}, ${events} events …`)
        measures.push(...(await bench()))
      }
    }
    if (options.groups.includes('search')) measures.push(...(await benchSearch(options.searched)))
    const judged = judge(measures)
    if (options.isJson) {
      console.log(JSON.stringify(judged, null, 1))
      return
    }
    printTable(judged)
    printGrowth(judged)
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchArchive(
  service: LocalProcess,
  conversationId: string,
  events: number,
  runs: number,
  folder: string,
): Promise<Measure[]> {
  const agent = await service.agentOf(conversationId)
  const { texts } = await rawAllPages(agent.conversationUrl, agent.key)
  const floors: { insert: number; window: number }[] = []
  const ours: Awaited<ReturnType<typeof measureArchive>>[] = []
  for (let run = 0; run < runs; run += 1) {
    const insert = rawInsert(texts, folder)
    floors.push({ insert: (insert.events / insert.ms) * 1_000, window: rawWindow(texts, folder) })
    ours.push(await measureArchive(texts))
  }
  return [
    measure('ingest', events, 'events/s', pick(ours, 'ingest'), pick(floors, 'insert')),
    measure('ingest.stored', events, 'events/s', pick(ours, 'stored'), pick(floors, 'insert')),
    measure('archive.firstWindow', events, 'ms', pick(ours, 'firstWindow'), pick(floors, 'window')),
    measure('archive.size', events, 'of raw', pick(ours, 'size'), null),
  ]
}

async function benchOpen(
  service: LocalProcess,
  conversationId: string,
  events: number,
  runs: number,
  folder: string,
): Promise<Measure[]> {
  const agent = await service.agentOf(conversationId)
  const floors: { newest: number; all: number; window: number }[] = []
  const ours: Awaited<ReturnType<typeof openColdAndWarm>>[] = []
  for (let run = 0; run < runs; run += 1) {
    const newest = await rawNewestPage(agent.conversationUrl, agent.key)
    const { ms: all, texts } = await rawAllPages(agent.conversationUrl, agent.key)
    floors.push({ newest, all, window: rawWindow(texts, folder) })
    ours.push(await openColdAndWarm(service, conversationId, events))
  }
  return [
    measure('open.cold.firstRows', events, 'ms', pick(ours, 'coldFirstRows'), pick(floors, 'newest')),
    measure('open.cold.complete', events, 'ms', pick(ours, 'coldComplete'), pick(floors, 'all')),
    measure('open.warm.firstRows', events, 'ms', pick(ours, 'warmFirstRows'), pick(floors, 'window')),
    measure('open.warm.complete', events, 'ms', pick(ours, 'warmComplete'), null),
    measure('open.fresh.firstRows', events, 'ms', pick(ours, 'freshFirstRows'), null),
  ]
}

async function benchFilter(
  service: LocalProcess,
  conversationId: string,
  events: number,
  runs: number,
): Promise<Measure[]> {
  const fresh: number[] = []
  const again: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const times = await filterTimes(service, conversationId, events)
    fresh.push(percentile(times.fresh, 0.95))
    again.push(percentile(times.again, 0.95))
  }
  return [measure('filter.p95', events, 'ms', again, null), measure('filter.fresh.p95', events, 'ms', fresh, null)]
}

/** One archive, built once: it takes minutes. */
async function benchSearch(events: number): Promise<Measure[]> {
  const found = await measureSearch(events)
  console.error(
    `${found.events} events stored in ${found.storedSeconds.toFixed(0)} s, indexed in ${found.indexedSeconds.toFixed(0)} s; ` +
      `compared with ${found.program}`,
  )
  const all = [...found.queries.values()].flat()
  const rare = median(found.queries.get('rare') ?? [])
  return [
    measure('search.p95', events, 'ms', [percentile(all, 0.95)], null),
    ...[...found.queries].map(([sort, times]) => measure(`search.${sort}`, events, 'ms', times, null)),
    measure(
      'search.vsRipgrep',
      events,
      '×',
      found.grep.map((ms) => ms / rare),
      null,
    ),
    measure('search.size', events, 'of raw', [found.size], null),
  ]
}

function pick<K extends string>(runs: Record<K, number>[], key: K): number[] {
  return runs.map((run) => run[key])
}

await main()
