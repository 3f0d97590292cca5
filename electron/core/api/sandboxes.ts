import type { Sandbox } from '../../../shared/domain/index.ts'
import type { Page } from '../gateway/index.ts'
import { type Base, type Rooms, signalOf } from './base.ts'

const MOST_PAGES = 100

export function sandboxProcedures(base: Base, { connections, gateway, engine }: Rooms) {
  /** Every sandbox with the conversations attached to it, as the servers say now: pausing one pauses them all. */
  async function list(connectionId: string, signal: AbortSignal): Promise<Sandbox[]> {
    const connection = connections.get(connectionId)
    if (connection.kind === 'agent') return []
    const app = gateway.appServer(connection)
    const [{ conversations }, found] = await Promise.all([engine.fleet.recent(connectionId, signal), allPages()])
    return found.map((sandbox) => ({
      ...sandbox,
      conversations: conversations
        .filter((conversation) => conversation.sandboxId === sandbox.id)
        .map(({ conversationId, title, executionStatus }) => ({ conversationId, title, executionStatus })),
    }))

    async function allPages(): Promise<Sandbox[]> {
      const byId = new Map<string, Sandbox>()
      let pageId: string | null = null
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const answer: Page<Sandbox> = await app.sandboxes(pageId, 'person', signal)
        for (const sandbox of answer.items) byId.set(sandbox.id, sandbox)
        if (answer.nextPageId === null) break
        pageId = answer.nextPageId
      }
      return [...byId.values()]
    }
  }

  return {
    list: base.sandboxes.list.handler(({ input, signal }) => list(input.connectionId, signalOf(signal))),
    pause: base.sandboxes.pause.handler(async ({ input, signal }) => {
      await gateway.appServer(connections.get(input.connectionId)).pauseSandbox(input.id, signalOf(signal))
      engine.fleet.expire(input.connectionId)
      return {}
    }),
    resume: base.sandboxes.resume.handler(async ({ input, signal }) => {
      await gateway.appServer(connections.get(input.connectionId)).resumeSandbox(input.id, signalOf(signal))
      engine.fleet.expire(input.connectionId)
      return {}
    }),
  }
}
