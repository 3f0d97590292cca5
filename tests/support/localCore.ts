import { type LocalService, type LocalServiceOptions, startLocalService } from '../../electron/local/index.ts'
import type { ConversationRef } from '../../shared/domain/index.ts'
import { allArchivedIds } from './archivedIds.ts'
import { fastClock } from './fastClock.ts'
import { startTestCore, type TestClient, type TestCore } from './testCore.ts'
import { until } from './until.ts'

/** The core's waits are this much shorter than they would be. */
const TIMES = 10

export interface LocalCore extends TestCore {
  service: LocalService
  /** A new conversation with this many events in a running sandbox. */
  conversation(events: number): Promise<ConversationRef>
  /** Follows until it is live and holds what the server counts. */
  settled(ref: ConversationRef, ms?: number): Promise<void>
  /** Ids of the archive in its order. */
  archivedIds(ref: ConversationRef): Promise<string[]>
}

/** A core that is connected to an embedded service in this process. */
export async function startLocalCore(options: LocalServiceOptions = {}, dataDir?: string): Promise<LocalCore> {
  const service = await startLocalService(options)
  const running = await startTestCore({
    local: { url: service.url, key: service.key, stop: () => service.close() },
    clock: fastClock(TIMES),
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  const [connection] = await running.rpc.connections.list({})
  const connectionId = connection?.id ?? ''
  const sandboxId = await runningSandbox(running.rpc, connectionId)
  return {
    ...running,
    service,
    async conversation(events) {
      const conversationId = await service.control.addConversation({ events, sandboxId })
      return { connectionId, conversationId }
    },
    async settled(ref, ms) {
      const count = service.control.eventIds(ref.conversationId).length
      await until(
        (signal) => running.rpc.sync.watch(ref, { signal }),
        ({ state }) =>
          state.sync.phase === 'live' &&
          state.server !== null &&
          state.localCount === state.server.count &&
          state.localCount >= count,
        ms,
      )
    },
    archivedIds: (ref) => allArchivedIds(running.rpc, ref),
  }
}

/** The sandbox of the first running conversation of the seed. */
export async function runningSandbox(rpc: TestClient, connectionId: string): Promise<string> {
  const { conversations } = await rpc.conversations.refresh({ connectionId })
  const found = conversations.find((conversation) => conversation.sandboxStatus === 'RUNNING')
  if (found?.sandboxId == null) throw new Error('no running sandbox in the seed')
  return found.sandboxId
}
