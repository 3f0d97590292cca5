import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import {
  type Connection,
  type Conversation,
  type ConversationRef,
  type EventPlace,
  type Failure,
  HandrailError,
  type ListedConnection,
  type LiveFacts,
  mergeTags,
  type Sandbox,
  type SentMessage,
  type SocketHealth,
  type StartTask,
  type SyncState,
  type TagEdit,
  type TagSaveStage,
} from '../../../shared/domain/index.ts'
import { type Budget, contract, type Fleet, type Troubles, type VaultStatus } from '../../../shared/rpc/index.ts'
import { type FakeAccountState, fakeAccountProcedures, fakeAccountState } from './fakeAccount.ts'
import { type FakeAgentState, fakeAgentProcedures, fakeAgentState } from './fakeAgent.ts'
import { type FakeArchiveState, fakeArchiveProcedures, fakeArchiveState } from './fakeArchive.ts'
import { type FakeRecords, fakeChangeProcedures } from './fakeChanges.ts'
import { eventCount, fakeEventId, fakeEventJson } from './fakeEvents.ts'
import { FAKE_WORDS, type FakeFiltersState, fakeFilterProcedures } from './fakeFilters.ts'
import {
  CLOUD,
  FAKE_SPEC,
  fakeConnections,
  fakeConversationId,
  fakeConversations,
  fakeSandboxes,
  fakeSpecs,
} from './fakeFleet.ts'
import { type FakeSearchState, fakeSearchProcedures, fakeSearchState } from './fakeSearch.ts'
import { type FakeSharedState, fakeSharedProcedures, fakeSharedState } from './fakeShared.ts'
import { type FakeTransferState, fakeTransferProcedures, fakeTransferState } from './fakeTransfer.ts'
import { FakeViews } from './fakeViews.ts'
import { type FakeWorkState, fakeWorkProcedures, fakeWorkState } from './fakeWork.ts'
import { refuse } from './refuse.ts'
import { Signal } from './signal.ts'

export interface FakeHostState {
  connections: ListedConnection[]
  conversations: Conversation[]
  sandboxes: Sandbox[]
  /** Tags as the agent server has them, by conversation id; the record's tags when absent. */
  agentTags: Map<string, Record<string, string>>
  account: FakeAccountState
  agent: FakeAgentState
  shared: FakeSharedState
  transfer: FakeTransferState
  archive: FakeArchiveState
  search: FakeSearchState
  filters: FakeFiltersState
  vault: VaultStatus
  passphrase: string | null
  budget: Budget[]
  fleet: Pick<Fleet, 'isComplete' | 'fetchedAt' | 'failure'>
  /** What a new sandbox walks through; each `sandboxes.get` takes one. */
  sandboxSteps: { status: string; statusDetail: string | null }[]
  /** Statuses that a start task still has to walk; each `startTask` call takes one. */
  startStatuses: string[]
  /** What becomes of the messages that are sent, where it is not the usual. */
  sent: Partial<SentMessage>
  startDetail: string | null
  work: FakeWorkState
  /** Starts that the server says are under way or failed. */
  starts: StartTask[]
  /** Where the servers say that an event is, every event alike. */
  places: EventPlace[]
  /** Stages that a tag save walks after `writing`. */
  tagStages: ('saved' | 'visible' | 'not-visible')[]
}

interface Watch {
  state: SyncState
  facts: LiveFacts
  changes: Signal<{ state: SyncState; facts: LiveFacts }>
}

/** The far side of the wire, in memory: the whole contract with believable answers, and levers for tests. */
export class FakeHost {
  readonly state: FakeHostState
  readonly views: FakeViews
  readonly records: FakeRecords
  readonly fleetChanges = new Signal<{ connectionId: string }>()
  readonly troubles = new Signal<Troubles>({ keepsUnread: true })
  #told: Troubles = { blocked: null, troubles: [] }
  readonly #watches = new Map<string, Watch>()
  readonly #failures = new Map<string, Failure[]>()
  readonly #holds = new Map<string, Promise<void>>()
  readonly #calls: { path: string; input: unknown }[] = []
  readonly #ports = new Set<{ host: MessagePort; page: MessagePort }>()
  readonly #bodies = new Map<string, string>()
  #isDown = false

  constructor(state: Partial<FakeHostState> = {}) {
    const conversations = state.conversations ?? fakeConversations()
    this.state = {
      connections: fakeConnections(),
      conversations,
      sandboxes: fakeSandboxes(conversations),
      agentTags: new Map(),
      account: fakeAccountState(),
      agent: fakeAgentState(),
      shared: fakeSharedState(),
      transfer: fakeTransferState(),
      archive: fakeArchiveState(),
      search: fakeSearchState(),
      filters: { saved: [] },
      vault: { state: 'open', needsPassphrase: false },
      passphrase: null,
      budget: [{ connectionId: CLOUD, used: 61, limit: 100, waiting: 0, blockedUntil: null }],
      fleet: { isComplete: true, fetchedAt: Date.now(), failure: null },
      sandboxSteps: [
        { status: 'STARTING', statusDetail: 'starting agent server' },
        { status: 'RUNNING', statusDetail: null },
      ],
      startStatuses: ['WORKING', 'WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'STARTING_CONVERSATION', 'READY'],
      startDetail: null,
      sent: {},
      starts: [],
      work: fakeWorkState(),
      places: [
        { server: 'agent', finding: { state: 'there', isNew: false } },
        { server: 'app', finding: { state: 'missing' } },
      ],
      tagStages: ['saved', 'visible'],
      ...state,
    }
    this.records = {
      list: (connectionId) => this.state.conversations.filter((one) => one.connectionId === connectionId),
      conversation: (ref) => this.conversation(ref),
      change: (ref, change) => this.changeConversation(ref, change),
      queued: [],
      findPage: 100,
    }
    this.views = new FakeViews(({ conversationId }) => (conversationId === fakeConversationId(0) ? 12_000 : 240))
  }

  /** A new port to this host, as the preload would hand it over; throws while the host is down. */
  connect(): MessagePort {
    if (this.#isDown) throw new Error('The fake host is down.')
    const { port1, port2 } = new MessageChannel()
    new RPCHandler(this.#router()).upgrade(port1)
    port1.start()
    this.#ports.add({ host: port1, page: port2 })
    return port2
  }

  /** The next call of `path` (e.g. `connections.add`) fails like this. */
  failNext(path: string, failure: Pick<Failure, 'code' | 'message'> & Partial<Failure>): void {
    const queue = this.#failures.get(path) ?? []
    this.#failures.set(path, [...queue, new HandrailError(failure).failure])
  }

  /** Calls of `path` wait until the answer of this is called. */
  hold(path: string): () => void {
    let release: () => void = () => undefined
    this.#holds.set(
      path,
      new Promise((resolve) => {
        release = () => {
          this.#holds.delete(path)
          resolve()
        }
      }),
    )
    return () => release()
  }

  /** What was asked of `path` so far, oldest first. */
  calls(path: string): unknown[] {
    return this.#calls.filter((call) => call.path === path).map((call) => call.input)
  }

  conversation(ref: ConversationRef): Conversation {
    const found = this.state.conversations.find((one) => sameConversation(one, ref))
    if (found === undefined)
      throw refuse({ code: 'not-found', message: `There is no conversation ${ref.conversationId}.` })
    return found
  }

  /** Changes a record and says so, as a refresh in the background would. */
  changeConversation(ref: ConversationRef, change: Partial<Conversation>): void {
    this.state.conversations = this.state.conversations.map((one) =>
      sameConversation(one, ref) ? { ...one, ...change } : one,
    )
    this.fleetChanges.publish({ connectionId: ref.connectionId })
  }

  /** Lets `spans` more rows arrive at the end. */
  append(ref: ConversationRef, spans: number): void {
    const log = this.views.log(ref)
    const from = log.spans
    log.spans += spans
    this.views.changed(ref, from)
    const { state } = this.#watch(ref)
    const localCount = eventCount(log.spans)
    this.setSync(ref, { localCount, server: state.server === null ? null : { ...state.server, count: localCount } })
  }

  setSync(ref: ConversationRef, change: Partial<SyncState>): void {
    const watch = this.#watch(ref)
    watch.state = { ...watch.state, ...change }
    watch.changes.publish({ state: watch.state, facts: watch.facts })
  }

  setFacts(ref: ConversationRef, change: Partial<LiveFacts>): void {
    const watch = this.#watch(ref)
    watch.facts = { ...watch.facts, ...change }
    watch.changes.publish({ state: watch.state, facts: watch.facts })
  }

  setTroubles(change: Partial<Troubles>): void {
    this.#told = { ...this.#told, ...change }
    this.troubles.publish(this.#told)
  }

  setDrafts(ref: ConversationRef, drafts: { itemId: string; kind: 'text' | 'reasoning'; text: string }[]): void {
    const log = this.views.log(ref)
    log.drafts = drafts
    this.views.changed(ref, log.spans, true)
  }

  /** Gives an event another body, e.g. a huge one. */
  setEventJson(eventId: string, json: string): void {
    this.#bodies.set(eventId, json)
  }

  /** Goes down: every port ends, views are forgotten. */
  stop(): void {
    this.#isDown = true
    for (const { host, page } of this.#ports) {
      host.close()
      // Chromium tells a page nothing about a port that the same page closed.
      page.dispatchEvent(new Event('close'))
    }
    this.#ports.clear()
    this.views.forget()
  }

  /** Comes up again after stop(). */
  start(): void {
    this.#isDown = false
  }

  #watch(ref: ConversationRef): Watch {
    const key = `${ref.connectionId}/${ref.conversationId}`
    const known = this.#watches.get(key)
    if (known !== undefined) return known
    const record = this.state.conversations.find((one) => sameConversation(one, ref))
    const isLive = record?.conversationUrl !== null && record !== undefined
    const localCount = eventCount(this.views.log(ref).spans)
    const watch: Watch = {
      state: {
        sync: isLive ? { phase: 'live' } : { phase: 'local' },
        since: Date.now() - 65_000,
        localCount,
        server: {
          count: localCount,
          checkedAt: Date.now() - 4_000,
          side: isLive ? 'agent' : 'app',
          repeats: 0,
          leftOut: 0,
        },
        missing: 0,
        gaps: 0,
        nonconforming: 0,
        malformed: 0,
        socket: isLive ? liveSocket() : null,
        pastSockets: [],
      },
      facts: {
        executionStatus: record?.executionStatus ?? null,
        tags: record?.tags ?? null,
        costUsd: record?.usage?.costUsd ?? null,
        tokens: record?.usage?.promptTokens ?? null,
        goal: null,
        pending:
          record?.executionStatus === 'waiting_for_confirmation'
            ? [
                {
                  eventId: fakeEventId(this.views.log(ref).spans - 1),
                  tool: 'terminal',
                  summary: 'gh pr create --fill --base main',
                  risk: 'MEDIUM',
                },
              ]
            : [],
      },
      changes: new Signal(),
    }
    this.#watches.set(key, watch)
    return watch
  }

  #fleet(connectionId: string): Fleet {
    return {
      conversations: this.state.conversations.filter((one) => one.connectionId === connectionId && !one.isDeleted),
      ...this.state.fleet,
    }
  }

  #agentTags(ref: ConversationRef): Record<string, string> {
    return this.state.agentTags.get(ref.conversationId) ?? this.conversation(ref).tags
  }

  #setSandbox(id: string, status: string): void {
    this.state.sandboxes = this.state.sandboxes.map((one) => (one.id === id ? { ...one, status } : one))
    this.state.conversations = this.state.conversations.map((one) =>
      one.sandboxId === id ? { ...one, sandboxStatus: status } : one,
    )
    this.fleetChanges.publish({ connectionId: CLOUD })
  }

  #createSandbox(connectionId: string, specId: string | null): Sandbox {
    const sandbox: Sandbox = {
      connectionId,
      id: 'n3w5a9db0c',
      status: 'STARTING',
      statusDetail: 'pulling image',
      specId: specId ?? FAKE_SPEC,
      createdAt: Date.now(),
      exposedUrls: [],
      conversations: [],
      absence: null,
      deviations: [],
    }
    this.state.sandboxes = [sandbox, ...this.state.sandboxes]
    return sandbox
  }

  #stepSandboxes(): void {
    const step = this.state.sandboxSteps.shift()
    if (step === undefined) return
    this.state.sandboxes = this.state.sandboxes.map((one) => (one.id === 'n3w5a9db0c' ? { ...one, ...step } : one))
  }

  #router() {
    const os = implement(contract).use(async ({ next, path }, input) => {
      const name = path.join('.')
      this.#calls.push({ path: name, input })
      await this.#holds.get(name)
      const failure = this.#failures.get(name)?.shift()
      if (failure !== undefined) throw refuse(failure)
      return next()
    })
    const { state, views } = this
    return os.router({
      host: {
        info: os.host.info.handler(() => ({
          kind: 'browser',
          version: '0.1.0',
          dataDir: '/home/kim/.local/share/handrail',
          platform: 'linux',
          keyProtection: state.vault.needsPassphrase ? 'passphrase' : 'host',
        })),
        budget: os.host.budget.handler(() => state.budget),
        troubles: os.host.troubles.handler(({ signal }) => this.troubles.read(signal)),
        dismissTrouble: os.host.dismissTrouble.handler(({ input }) => {
          this.setTroubles({ troubles: this.#told.troubles.filter(({ id }) => id !== input.id) })
          return {}
        }),
      },
      vault: {
        status: os.vault.status.handler(() => state.vault),
        unlock: os.vault.unlock.handler(({ input }) => {
          if (state.passphrase !== null && input.passphrase !== state.passphrase) {
            throw refuse({
              code: 'unauthorized',
              message: 'That is not the passphrase of this vault.',
              advice: 'Try again; nothing was changed.',
            })
          }
          state.passphrase = input.passphrase
          state.vault = { state: 'open', needsPassphrase: true }
          return state.vault
        }),
      },
      connections: {
        list: os.connections.list.handler(() => state.connections),
        startLocal: os.connections.startLocal.handler(() => {
          state.connections = state.connections.map((one) =>
            one.service === undefined ? one : { ...one, service: { state: 'starting' } },
          )
          return {}
        }),
        add: os.connections.add.handler(({ input }) => {
          if (state.vault.needsPassphrase && state.vault.state !== 'open') {
            throw refuse({
              code: 'locked',
              message: 'The key cannot be stored before the vault is open.',
              advice: 'Enter the passphrase.',
            })
          }
          const connection: Connection = {
            id: `connection-${state.connections.length + 1}`,
            name: input.name === '' ? new URL(input.baseUrl).host : input.name,
            kind: input.kind,
            baseUrl: input.baseUrl,
            isLocal: false,
            orgId: input.orgId,
            createdAt: Date.now(),
          }
          state.connections = [...state.connections, connection]
          return { connection, summary: `${new URL(input.baseUrl).host} answered; the key belongs to kim@acme.test.` }
        }),
        remove: os.connections.remove.handler(({ input }) => {
          state.connections = state.connections.filter((one) => one.id !== input.id)
          return {}
        }),
      },
      agent: fakeAgentProcedures(state.agent, {
        fork: (ref, { id, title, tags }) => {
          const fork = { ...this.conversation(ref), conversationId: id.replaceAll('-', ''), title, tags }
          state.conversations = [...state.conversations, fork]
          return fork
        },
        start: ({ connectionId, id, text, tags }) => {
          const [first] = state.conversations
          if (first === undefined) throw new Error('the fake fleet is empty')
          const conversationId = id.replaceAll('-', '')
          const made = {
            ...first,
            connectionId,
            conversationId,
            title: text,
            tags,
            sandboxId: null,
            sandboxStatus: null,
          }
          if (!state.conversations.some((one) => one.conversationId === conversationId)) {
            state.conversations = [...state.conversations, made]
          }
          return made
        },
        setGoal: (ref, goal) => this.setFacts(ref, { goal }),
        goal: (ref) => this.#watch(ref).facts.goal,
      }),
      ...fakeAccountProcedures(state.account, (connectionId, orgId) => this.#setOrganisation(connectionId, orgId)),
      ...fakeSharedProcedures(state.shared),
      ...fakeTransferProcedures(state.transfer),
      ...fakeArchiveProcedures(state),
      ...fakeFilterProcedures(state.filters),
      ...fakeSearchProcedures(state.search),
      conversations: {
        ...fakeChangeProcedures(this.records),
        list: os.conversations.list.handler(({ input }) => this.#fleet(input.connectionId)),
        refresh: os.conversations.refresh.handler(({ input }) => {
          state.fleet = { ...state.fleet, fetchedAt: Date.now(), failure: null }
          return this.#fleet(input.connectionId)
        }),
        changes: os.conversations.changes.handler(({ signal }) => this.fleetChanges.read(signal)),
        get: os.conversations.get.handler(({ input }) => this.conversation(input)),
        start: os.conversations.start.handler(({ input }) => this.#startTask(input.connectionId)),
        startTasks: os.conversations.startTasks.handler(({ input }) =>
          state.starts.filter(({ connectionId }) => connectionId === input.connectionId),
        ),
        startTask: os.conversations.startTask.handler(({ input }) => this.#startTask(input.connectionId)),
        send: os.conversations.send.handler(({ input }) => {
          this.append(input, 1)
          const note = input.run ? 'Sent; the agent was started.' : 'Sent; the agent was not started.'
          return { note, isRunRefused: false, ...state.sent }
        }),
        run: os.conversations.run.handler(({ input }) => this.#turn(input, 'running', 'The agent runs.')),
        pause: os.conversations.pause.handler(({ input }) =>
          this.#turn(input, 'paused', 'The agent pauses after the current step.'),
        ),
        interrupt: os.conversations.interrupt.handler(({ input }) =>
          this.#turn(input, 'paused', 'The current step was interrupted.'),
        ),
        confirm: os.conversations.confirm.handler(({ input }) => {
          this.setFacts(input, { pending: [] })
          return this.#turn(
            input,
            input.accept ? 'running' : 'idle',
            input.accept ? 'Accepted; the agent runs.' : 'Rejected.',
          )
        }),
      },
      tags: {
        read: os.tags.read.handler(({ input }) => ({ tags: this.#agentTags(input) })),
        save: os.tags.save.handler(({ input }) => this.#saveTags(input, input.edit)),
      },
      work: fakeWorkProcedures(state.work),
      sandboxes: {
        list: os.sandboxes.list.handler(({ input }) =>
          state.sandboxes.filter((one) => one.connectionId === input.connectionId),
        ),
        get: os.sandboxes.get.handler(({ input }) => {
          this.#stepSandboxes()
          return input.ids.map((id) => state.sandboxes.find((one) => one.id === id) ?? null)
        }),
        create: os.sandboxes.create.handler(({ input }) => this.#createSandbox(input.connectionId, input.specId)),
        delete: os.sandboxes.delete.handler(({ input }) => {
          this.#setSandbox(input.id, 'MISSING')
          state.sandboxes = state.sandboxes.filter((one) => one.id !== input.id)
          return {}
        }),
        openUrl: os.sandboxes.openUrl.handler(() => ({})),
        specs: os.sandboxes.specs.handler(({ input }) => fakeSpecs(input.connectionId)),
        specsById: os.sandboxes.specsById.handler(({ input }) =>
          input.ids.map((id) => fakeSpecs(input.connectionId).find((one) => one.id === id) ?? null),
        ),
        pause: os.sandboxes.pause.handler(({ input }) => {
          this.#setSandbox(input.id, 'PAUSED')
          return {}
        }),
        resume: os.sandboxes.resume.handler(({ input }) => {
          this.#setSandbox(input.id, 'RUNNING')
          return {}
        }),
      },
      sync: {
        watch: os.sync.watch.handler(({ input, signal }) => this.#readWatch(this.#watch(input), signal)),
        retry: os.sync.retry.handler(({ input }) => {
          this.setSync(input, { sync: { phase: 'live' }, since: Date.now() })
          return {}
        }),
        cancel: os.sync.cancel.handler(({ input }) => {
          this.setSync(input, { sync: { phase: 'local' }, since: Date.now() })
          return {}
        }),
        pause: os.sync.pause.handler(({ input }) => {
          const { sync } = this.#watch(input).state
          if (sync.phase === 'backfilling' && sync.slow !== null) {
            this.setSync(input, { sync: { phase: 'paused', ...sync.slow } })
          }
          return {}
        }),
        askAgain: os.sync.askAgain.handler(() => ({})),
      },
      view: {
        open: os.view.open.handler(({ input }) => views.open(input)),
        close: os.view.close.handler(({ input }) => {
          views.close(input.view)
          return {}
        }),
        window: os.view.window.handler(({ input }) => {
          this.#needView(input.view)
          return views.window(input.view, input.anchor, input.before, input.after)
        }),
        words: os.view.words.handler(({ input }) => {
          this.#needView(input.view)
          return FAKE_WORDS
        }),
        overview: os.view.overview.handler(({ input }) => {
          this.#needView(input.view)
          return views.overview(input.view, input.buckets)
        }),
        drafts: os.view.drafts.handler(({ input }) => {
          this.#needView(input.view)
          return views.drafts(input.view)
        }),
        changes: os.view.changes.handler(({ input, signal }) => {
          this.#needView(input.view)
          return views.changes(input.view, signal)
        }),
      },
      event: {
        get: os.event.get.handler(({ input }) => {
          const json = this.#bodies.get(input.eventId) ?? fakeEventJson(input.eventId)
          if (json === null) throw refuse({ code: 'not-found', message: `There is no event ${input.eventId}.` })
          return {
            json: json.slice(input.offset, input.offset + input.length),
            totalLength: json.length,
            deviations: [],
            redactions: 0,
          }
        }),
        look: os.event.look.handler(() => this.state.places),
      },
    })
  }

  #setOrganisation(connectionId: string, orgId: string | null): Connection {
    const found = this.state.connections.find(({ id }) => id === connectionId)
    if (found === undefined) throw refuse({ code: 'not-found', message: `There is no connection ${connectionId}.` })
    const changed = { ...found, orgId }
    this.state.connections = this.state.connections.map((one) => (one === found ? changed : one))
    return changed
  }

  #needView(view: string): void {
    if (this.views.has(view)) return
    throw refuse({
      code: 'not-found',
      message: `There is no view ${view}.`,
      advice: 'Open it again.',
      isSafeToRetry: true,
    })
  }

  #turn(ref: ConversationRef, executionStatus: string, note: string): { note: string } {
    this.changeConversation(ref, { executionStatus })
    this.setFacts(ref, { executionStatus })
    return { note }
  }

  #startTask(connectionId: string): StartTask {
    const [status = 'READY', ...rest] = this.state.startStatuses
    this.state.startStatuses = rest.length === 0 ? [status] : rest
    return {
      connectionId,
      id: 'task-1',
      status,
      detail: status === 'ERROR' ? this.state.startDetail : null,
      conversationId: status === 'READY' ? fakeConversationId(1) : null,
      sandboxId: status === 'WORKING' ? null : 'k3f71b29a',
      title: 'Fix the flaky login test',
      repository: null,
      createdAt: Date.now(),
    }
  }

  async *#readWatch(watch: Watch, signal: AbortSignal | undefined) {
    yield { state: watch.state, facts: watch.facts }
    yield* watch.changes.read(signal)
  }

  async *#saveTags(ref: ConversationRef, edit: TagEdit): AsyncGenerator<TagSaveStage, void> {
    yield { stage: 'reading' }
    const before = this.#agentTags(ref)
    const { tags, conflicts, merged } = mergeTags(before, edit)
    if (conflicts.length > 0) {
      yield { stage: 'conflict', conflicts, tags: before }
      return
    }
    yield { stage: 'writing', tags, merged }
    for (const stage of this.state.tagStages) {
      await this.#holds.get(`tags.save:${stage}`)
      const failure = this.#failures.get(`tags.save:${stage}`)?.shift()
      if (failure !== undefined) throw refuse(failure)
      if (stage === 'saved') {
        this.state.agentTags.set(ref.conversationId, tags)
        yield { stage, tags }
      } else if (stage === 'visible') {
        this.changeConversation(ref, { tags })
        yield { stage, afterMs: 1_840 }
      } else yield { stage, missing: Object.keys(edit.set) }
    }
  }
}

/** A socket that stands and is well. */
export function liveSocket(): SocketHealth {
  const openedAt = Date.now() - 65_000
  return {
    dialect: 'session',
    openedAt,
    connectMs: 12,
    replayMs: 80,
    pingMs: 14,
    lastFrameAt: Date.now() - 1_000,
    frames: 7,
    lastError: null,
  }
}

function sameConversation(one: ConversationRef, other: ConversationRef): boolean {
  return one.connectionId === other.connectionId && one.conversationId === other.conversationId
}
