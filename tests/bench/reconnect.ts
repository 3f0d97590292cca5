import { setTimeout as pause } from 'node:timers/promises'
import type { LocalProcess } from '../support/localProcess.ts'
import { startBenchHost, untilComplete, withFolder } from './benchHost.ts'
import { type CountingProxy, startCountingProxy } from './countingProxy.ts'
import { eventBytes, rawNewestPage } from './floor/rawPages.ts'
import { rawSubscription } from './floor/rawSocket.ts'
import { type Measure, measure } from './report.ts'

/** What comes while the line is cut. */
const NEWS = { perSecond: 20, count: 100 }
/** Nothing came for so long: the reconnect is over, its later checks included. */
const QUIET_MS = 3_000
const KB = 1_000

const DIALECTS = { session: '1.58', events: '1.34' } as const
type Dialect = keyof typeof DIALECTS

/**
 * Kilobytes that come from an agent server when the line to it is cut for five seconds, in which events came, against
 * those events, one page and what a subscription begins with. All of the server's bytes are counted, heads included.
 */
export async function benchReconnect(service: LocalProcess, events: number): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const dialect of ['session', 'events'] as const) {
    await service.control('set-agent-version', { version: DIALECTS[dialect] })
    const { bytes, floor } = await measureReconnect(service, events, dialect)
    measures.push(measure(`reconnect.bytes.${dialect}`, events, 'kB', [bytes / KB], [floor / KB]))
  }
  await service.control('set-agent-version', { version: DIALECTS.session })
  return measures
}

async function measureReconnect(service: LocalProcess, events: number, dialect: Dialect) {
  const conversation = await service.conversation(events)
  const { conversationUrl, key } = await service.agentOf(conversation)
  const proxy = await startCountingProxy(conversationUrl)
  try {
    const url = proxy.url + new URL(conversationUrl).pathname
    await rawNewestPage(url, key)
    const page = proxy.received()
    await rawSubscription(url, key, dialect, events - 1)
    const subscription = proxy.received()
    const bytes = await bytesOfReconnect(service, { conversation, key, events, proxy })
    return { bytes, floor: page + subscription + (await eventBytes(conversationUrl, key, NEWS.count)) }
  } finally {
    await proxy.close()
  }
}

function bytesOfReconnect(
  service: LocalProcess,
  { conversation, key, events, proxy }: { conversation: string; key: string; events: number; proxy: CountingProxy },
): Promise<number> {
  return withFolder(async (dataDir) => {
    const host = await startBenchHost(service, dataDir)
    try {
      const { connection } = await host.rpc.connections.add({
        kind: 'agent',
        name: 'counted',
        baseUrl: proxy.url,
        key,
        orgId: null,
      })
      const ref = { connectionId: connection.id, conversationId: conversation }
      // Whoever watches keeps it in step.
      const stop = new AbortController()
      const watching = await host.rpc.sync.watch(ref, { signal: stop.signal })
      await untilComplete(host.rpc, ref, events)
      await quiet(proxy)
      proxy.cut()
      await service.control('firehose', { conversation, ...NEWS })
      proxy.mend()
      await untilComplete(host.rpc, ref, events + NEWS.count)
      const bytes = await quiet(proxy)
      stop.abort()
      await watching.return(undefined)
      return bytes
    } finally {
      await host.stop()
    }
  })
}

/** Bytes until nothing came any more. */
async function quiet(proxy: CountingProxy): Promise<number> {
  let all = 0
  for (;;) {
    const bytes = proxy.received()
    all += bytes
    if (bytes === 0 && all > 0) return all
    await pause(QUIET_MS)
  }
}
