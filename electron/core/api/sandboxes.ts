import { type Conversation, HandrailError, type Sandbox } from '../../../shared/domain/index.ts'
import type { AppServerClient, Page } from '../gateway/index.ts'
import { AbsenceBook } from './absenceBook.ts'
import { type Base, type Rooms, signalOf } from './base.ts'

const MOST_PAGES = 100

export function sandboxProcedures(base: Base, { connections, gateway, engine, ports }: Rooms) {
  const absences = new AbsenceBook(() => ports.clock.now())

  function appOf(connectionId: string): AppServerClient {
    const connection = connections.get(connectionId)
    if (connection.kind === 'app') return gateway.appServer(connection)
    throw new HandrailError({
      code: 'unsupported',
      message: 'A bare agent server has no sandboxes.',
      advice: 'Connect to an app server to manage sandboxes.',
    })
  }

  /** Every sandbox with the conversations attached to it, as the servers say now: pausing one pauses them all. */
  async function list(connectionId: string, signal: AbortSignal): Promise<Sandbox[]> {
    if (connections.get(connectionId).kind === 'agent') return []
    const app = appOf(connectionId)
    const [{ conversations }, found] = await Promise.all([
      engine.fleet.recent(connectionId, signal),
      allPages((pageId) => app.sandboxes(pageId, 'person', signal)),
    ])
    return found.map((sandbox) => absences.note(attached(sandbox, conversations)))
  }

  /** A change of one sandbox, after which the conversations in it are not what they were. */
  async function change(connectionId: string, act: (app: AppServerClient) => Promise<void>) {
    await act(appOf(connectionId))
    engine.fleet.expire(connectionId)
    return {}
  }

  return {
    list: base.sandboxes.list.handler(({ input, signal }) => list(input.connectionId, signalOf(signal))),
    get: base.sandboxes.get.handler(async ({ input: { connectionId, ids }, signal }) => {
      const found = await appOf(connectionId).sandboxesById(ids, 'person', signalOf(signal))
      const { conversations } = await engine.fleet.list(connectionId)
      return found.map((sandbox) => (sandbox === null ? null : absences.note(attached(sandbox, conversations))))
    }),
    create: base.sandboxes.create.handler(async ({ input: { connectionId, specId }, signal }) => {
      const sandbox = await appOf(connectionId).createSandbox(specId, signalOf(signal))
      // Others may have been paused for it.
      engine.fleet.expire(connectionId)
      return sandbox
    }),
    pause: base.sandboxes.pause.handler(({ input: { connectionId, id }, signal }) =>
      change(connectionId, (app) => app.pauseSandbox(id, signalOf(signal))),
    ),
    resume: base.sandboxes.resume.handler(({ input: { connectionId, id }, signal }) =>
      change(connectionId, (app) => app.resumeSandbox(id, signalOf(signal))),
    ),
    delete: base.sandboxes.delete.handler(({ input: { connectionId, id }, signal }) =>
      change(connectionId, (app) => app.deleteSandbox(id, signalOf(signal))),
    ),
    openUrl: base.sandboxes.openUrl.handler(async ({ input: { connectionId, id, name }, signal }) => {
      await ports.openExternal(await appOf(connectionId).sandboxAddress(id, name, signalOf(signal)))
      return {}
    }),
    specs: base.sandboxes.specs.handler(({ input: { connectionId }, signal }) => {
      const app = appOf(connectionId)
      return allPages((pageId) => app.sandboxSpecs(pageId, signalOf(signal)))
    }),
    specsById: base.sandboxes.specsById.handler(({ input: { connectionId, ids }, signal }) =>
      appOf(connectionId).sandboxSpecsById(ids, signalOf(signal)),
    ),
  }
}

function attached(sandbox: Sandbox, conversations: readonly Conversation[]): Sandbox {
  return {
    ...sandbox,
    conversations: conversations
      .filter((conversation) => conversation.sandboxId === sandbox.id)
      .map(({ conversationId, title, executionStatus }) => ({ conversationId, title, executionStatus })),
  }
}

/** Every item of every page, once: a list that grows while it is read repeats items (contract §1.5). */
async function allPages<T extends { id: string }>(ask: (pageId: string | null) => Promise<Page<T>>): Promise<T[]> {
  const byId = new Map<string, T>()
  let pageId: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Page<T> = await ask(pageId)
    for (const item of answer.items) byId.set(item.id, item)
    if (answer.nextPageId === null) break
    pageId = answer.nextPageId
  }
  return [...byId.values()]
}
