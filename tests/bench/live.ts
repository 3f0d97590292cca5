import type { LocalProcess } from '../support/localProcess.ts'
import { startBenchHost, untilComplete, withFolder } from './benchHost.ts'

/**
 * Events a second from the server's append to stored in the archive and known to an open view, the conversation being
 * followed: `count` events are appended at once and the time until all are held is taken.
 */
export function measureLive(service: LocalProcess, count: number): Promise<number> {
  return withFolder(async (dataDir) => {
    const host = await startBenchHost(service, dataDir)
    try {
      const conversationId = await service.conversation(100)
      const ref = { connectionId: host.connectionId, conversationId }
      await untilComplete(host.rpc, ref, 100)
      const stop = new AbortController()
      const { view } = await host.rpc.view.open({ conversation: ref, filter: [], order: 'raw' })
      const states = await host.rpc.sync.watch(ref, { signal: stop.signal })
      const began = performance.now()
      const appended = service.control('append', { conversation: conversationId, count })
      for await (const { state } of states) if (state.localCount >= 100 + count) break
      const ms = performance.now() - began
      await appended
      stop.abort()
      await host.rpc.view.close({ view })
      return (count / ms) * 1_000
    } finally {
      await host.stop()
    }
  })
}
