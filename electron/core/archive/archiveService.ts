import type { DatabaseSync } from 'node:sqlite'
import type {
  ClearingStage,
  Conversation,
  ConversationRef,
  EventBody,
  ExportFormat,
  FilterWords,
  FirstRows,
  LiveFacts,
  Overview,
  SearchPage,
  SearchRequest,
  StoredUsage,
  ViewOpened,
  ViewSpec,
  Window,
  WindowRequest,
} from '../../../shared/domain/index.ts'
import { Sealing } from './blocks/sealing.ts'
import { OpenConversations } from './columns/openConversations.ts'
import { transaction } from './db/transaction.ts'
import { EventBodies, nothingStored, notStored } from './eventBody.ts'
import { EventsInOrder } from './export/eventsInOrder.ts'
import { type ExportOpened, type ExportPart, Exports } from './export/exports.ts'
import { type ImportCounts, type ImportItem, Imports } from './import/imports.ts'
import { emptyFacts, type FactsState, liveFactsOf } from './ingest/facts.ts'
import { Ingest, type Ingested } from './ingest/ingest.ts'
import type { EventStores } from './ingest/storeBatch.ts'
import { Healing } from './maintenance/healing.ts'
import { Keeping } from './maintenance/keeping.ts'
import { rescan } from './maintenance/rescan.ts'
import { SchemaCheck } from './maintenance/schemaCheck.ts'
import { statsOf } from './maintenance/space.ts'
import { Upkeep } from './maintenance/upkeep.ts'
import { usageOf } from './maintenance/usage.ts'
import { Search } from './search/search.ts'
import { BlockTable } from './store/blockTable.ts'
import {
  type ConversationState,
  emptyHead,
  emptyState,
  loadStateOf,
  withServerCount,
} from './store/conversationState.ts'
import { ConversationTable } from './store/conversationTable.ts'
import { EventTable } from './store/eventTable.ts'
import { RecordTable } from './store/recordTable.ts'
import { TailTable } from './store/tailTable.ts'
import type { Timers } from './timers.ts'
import type { Archive, ArchiveNotices, FramesResult, LoadState, PageOrigin, PageResult, ServerCount } from './types.ts'
import { LightReader } from './views/lightReader.ts'
import { Views } from './views/views.ts'

/** The archive itself, over an open database. Runs in the worker; every method is one call of the protocol. */
export class ArchiveService implements Archive {
  readonly #db: DatabaseSync
  readonly #notices: ArchiveNotices
  readonly #timers: Timers
  readonly #conversations: ConversationTable
  readonly #stores: EventStores
  readonly #records: RecordTable
  readonly #ingest: Ingest
  readonly #open: OpenConversations
  readonly #lights: LightReader
  readonly #bodies: EventBodies
  readonly #views: Views
  readonly #sealing: Sealing
  readonly #search: Search
  readonly #exports: Exports
  readonly #imports: Imports
  readonly #keeping: Keeping
  readonly #healing: Healing

  constructor(db: DatabaseSync, notices: ArchiveNotices, timers: Timers) {
    this.#db = db
    this.#notices = notices
    this.#timers = timers
    this.#conversations = new ConversationTable(db)
    this.#stores = { events: new EventTable(db), tail: new TailTable(db), blocks: new BlockTable(db) }
    this.#records = new RecordTable(db)
    this.#ingest = new Ingest(db, this.#conversations, this.#stores)
    this.#open = new OpenConversations(this.#conversations, this.#stores, timers, {
      grown: () => this.#views.changed(),
      reloaded: (open) => this.#views.reloaded(open),
      damaged: (conversation, block) => this.#healing.putAside(conversation, block),
    })
    this.#lights = new LightReader(this.#stores)
    this.#healing = new Healing({
      db,
      stores: this.#stores,
      conversations: this.#conversations,
      open: this.#open,
      lights: this.#lights,
      notices,
      drop: (conv, block) => this.#keeping.dropBlock(conv, block),
    })
    this.#bodies = new EventBodies(this.#stores)
    this.#search = new Search({
      db,
      stores: this.#stores,
      conversations: this.#conversations,
      timers,
      isReadOnly: false,
      damaged: (conv, block) => this.#healing.damaged(conv, block),
      grown: (open) => {
        open.touch([])
        this.#views.changed()
      },
    })
    this.#views = new Views(
      this.#open,
      this.#lights,
      timers,
      (notice) => notices.viewChanged(notice),
      (open, text) => this.#search.matches(open, text),
    )
    this.#keeping = new Keeping({
      db,
      conversations: this.#conversations,
      lights: this.#lights,
      views: this.#views,
      search: this.#search,
      timers,
      tidy: () => this.#sealing.tidy(),
    })
    const check = new SchemaCheck(db, this.#stores, this.#conversations)
    const upkeep = new Upkeep({
      db,
      stores: this.#stores,
      open: this.#open,
      views: this.#views,
      search: this.#search,
      keeping: this.#keeping,
      check,
      notices,
      timers,
    })
    this.#sealing = new Sealing(upkeep, timers)
    this.#exports = new Exports(new EventsInOrder(db, this.#stores), timers.now)
    this.#imports = new Imports(this)
    const unchecked = check.next
    this.#sealing.left([...this.#stores.tail.conversations(), ...(unchecked === null ? [] : [unchecked])])
    if (this.#search.isBehind || this.#keeping.isLeft) this.#sealing.tidy()
  }

  async ingestPage(ref: ConversationRef, text: string, origin: PageOrigin): Promise<PageResult> {
    const facts = this.#conversations.find(ref)?.facts ?? emptyFacts()
    return this.#stored(this.#ingest.page(ref, text, origin), facts)
  }

  async ingestFrames(ref: ConversationRef, dialect: 'session' | 'events', frames: string[]): Promise<FramesResult> {
    const facts = this.#conversations.find(ref)?.facts ?? emptyFacts()
    return this.#stored(this.#ingest.frames(ref, dialect, frames), facts)
  }

  async loadState(ref: ConversationRef): Promise<LoadState> {
    return loadStateOf(this.#conversations.find(ref)?.state ?? emptyState())
  }

  async setServerCount(ref: ConversationRef, count: ServerCount, at: number): Promise<LoadState> {
    return this.#changeState(ref, withServerCount(this.#conversations.open(ref).state, count, at))
  }

  async missingIds(ref: ConversationRef, ids: string[]): Promise<string[]> {
    const conversation = this.#conversations.find(ref)
    if (conversation === null) return ids
    return ids.filter((id) => this.#stores.events.get(conversation.conv, id) === null)
  }

  async restartWalk(ref: ConversationRef): Promise<LoadState> {
    const { conv } = this.#conversations.open(ref)
    transaction(this.#db, () => {
      this.#stores.events.forgetOrder(conv)
      this.#stores.tail.forgetOrder(conv)
      for (const block of this.#stores.blocks.idsOf(conv)) this.#stores.blocks.forgetOrder(block)
      this.#changeState(ref, emptyHead())
    })
    this.#open.current(conv)?.columns.forgetOrder()
    return this.loadState(ref)
  }

  async facts(ref: ConversationRef): Promise<LiveFacts> {
    return liveFactsOf(this.#conversations.find(ref)?.facts ?? emptyFacts())
  }

  async seal(ref: ConversationRef): Promise<void> {
    const conversation = this.#conversations.find(ref)
    if (conversation !== null) await this.#sealing.finish(conversation.conv)
  }

  async openView(spec: ViewSpec, first?: FirstRows): Promise<ViewOpened> {
    const opened = this.#views.openView(spec)
    this.#keeping.opened(spec.conversation)
    if (first === undefined) return opened
    try {
      const window = await this.window({ view: opened.view, ...first })
      return { view: opened.view, count: window.count, revision: window.revision, window }
    } catch (error) {
      // Nobody knows its id yet.
      this.#views.closeView(opened.view)
      throw error
    }
  }

  async closeView(view: string): Promise<void> {
    this.#views.closeView(view)
  }

  async window(request: WindowRequest): Promise<Window> {
    return this.#healing.read(this.#views.conversationOf(request.view), () => this.#views.window(request))
  }

  async words(view: string): Promise<FilterWords> {
    return this.#views.words(view)
  }

  async overview(request: { view: string; buckets: number; clock: 'wall' | 'active' }): Promise<Overview> {
    return this.#views.overview(request)
  }

  async event(ref: ConversationRef, eventId: string, offset: number, length: number): Promise<EventBody> {
    const conversation = this.#conversations.find(ref)
    if (conversation === null) throw notStored(ref, eventId)
    const body = this.#healing.read(conversation, () => this.#bodies.read(conversation.conv, eventId, offset, length))
    if (body === null) throw notStored(ref, eventId)
    return body
  }

  async saveConversations(connectionId: string, conversations: Conversation[]): Promise<void> {
    transaction(this.#db, () => this.#records.save(connectionId, conversations))
  }

  async conversations(connectionId: string): Promise<Conversation[]> {
    return this.#records.list(connectionId)
  }

  async forgetConnection(connectionId: string): Promise<void> {
    this.#keeping.forgetConnection(connectionId)
  }

  async forgetConversations(refs: ConversationRef[], what: 'all' | 'events'): Promise<void> {
    this.#keeping.forget(refs, what)
  }

  async clear(): Promise<ClearingStage> {
    return this.#keeping.clear()
  }

  async usage(): Promise<StoredUsage> {
    return usageOf(this.#db, () => this.#pause())
  }

  async openExport(ref: ConversationRef, format: ExportFormat, record: Conversation | null): Promise<ExportOpened> {
    const conversation = this.#conversations.find(ref)
    if (conversation === null || conversation.state.stored === 0) throw nothingStored(ref)
    return this.#exports.open(conversation, format, record)
  }

  async readExport(id: string): Promise<ExportPart> {
    return this.#healing.read(this.#exports.conversationOf(id), () => this.#exports.read(id))
  }

  async closeExport(id: string): Promise<void> {
    this.#exports.close(id)
  }

  async openImport(ref: ConversationRef): Promise<string> {
    return this.#imports.open(ref)
  }

  async addImport(id: string, items: ImportItem[]): Promise<ImportCounts> {
    return this.#imports.add(id, items)
  }

  async finishImport(id: string): Promise<ImportCounts> {
    return this.#imports.finish(id)
  }

  async closeImport(id: string): Promise<void> {
    this.#imports.close(id)
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchPage> {
    // Nobody finds it any more, so it must not be counted either.
    await this.#keeping.emptied()
    return this.#search.find(request, signal)
  }

  async stats(): Promise<{ events: number; tail: number; blocks: number; bytes: number }> {
    return statsOf(this.#db)
  }

  async rescan(needles: string[]): Promise<number> {
    const job = {
      db: this.#db,
      stores: this.#stores,
      pause: () => this.#pause(),
      damaged: (conv: number, block: number) => this.#healing.damaged(conv, block),
    }
    const changed = await rescan(job, needles)
    this.#conversations.reloadFacts()
    this.#lights.clear()
    for (const open of this.#open.all()) this.#open.reload(open)
    await this.#search.purge()
    return changed
  }

  async close(): Promise<void> {
    this.#sealing.close()
    this.#open.closeAll()
    this.#db.close()
  }

  #stored<T>({ result, changes, conversation }: Ingested<T>, before: FactsState): T {
    const isOpen = this.#open.apply(conversation, changes)
    if (changes.inserted.length + changes.replaced.length > 0) this.#sealing.stored(conversation, changes.tailBytes)
    const { facts } = conversation
    if (facts !== before) {
      // The state of a row without a result follows the run state.
      this.#open.current(conversation.conv)?.touch([...before.open, ...facts.open].map((action) => action.eventId))
      const [old, now] = [liveFactsOf(before), liveFactsOf(facts)]
      if (JSON.stringify(old) !== JSON.stringify(now)) this.#notices.factsChanged(conversation.ref, now)
    }
    if (isOpen) this.#views.changed()
    return result
  }

  #changeState(ref: ConversationRef, change: Partial<ConversationState>): LoadState {
    const conversation = this.#conversations.open(ref)
    const state = { ...conversation.state, ...change }
    // First: a full disk must not leave in memory what is not stored.
    this.#conversations.save({ ...conversation, state })
    conversation.state = state
    if (this.#open.current(conversation.conv) !== null) this.#views.changed()
    return loadStateOf(conversation.state)
  }

  /** Lets other calls be served. */
  #pause(): Promise<void> {
    return new Promise((resolve) => this.#timers.soon(resolve))
  }
}
