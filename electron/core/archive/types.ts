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
import type { ExportOpened, ExportPart } from './export/exports.ts'
import type { ImportCounts, ImportItem } from './import/imports.ts'

/** How much of a conversation is stored, kept in the archive so that a load resumes where it stopped. */
export interface LoadState {
  /** Durable events stored. */
  stored: number
  /**
   * Events 0..headCount-1 of the server's log are all stored with their logIndex. The agent walk goes on at
   * `page_id=headLastId`, whose first item must be that id (architecture decision 8); it stands at `headLastIndex`.
   */
  headCount: number
  headLastId: string | null
  headLastIndex: number
  /** The same for app-server pages, which are sorted by time: events of the offset walk stored so far. */
  appOffset: number
  /** Distinct durable events that the app server listed at its last whole walk; null while that is not known. */
  appListed: number | null
  /** The app server's own number when all it listed was stored, deltas and all; null when that never was. */
  appCount: number | null
  /** The app server was found to have more, and that is not all stored. */
  hasAppNews: boolean
  /** The last walk of either server came to its end: what is absent now is missing, not loading. */
  hasWalked: boolean
  /** Highest `seq` of the session socket up to which nothing is missing; -1 when none. */
  contiguousSeq: number
  /** Distinct durable events of the server that was asked last, and which one that was. */
  serverCount: number | null
  serverCheckedAt: number | null
  serverSide: 'agent' | 'app'
  /** What that server's list holds beside them: repeated ids, and deltas, full states and what is no event. */
  excluded: { repeats: number; leftOut: number }
  /** Events that a server is known to have or to have had and the archive has not. */
  missing: number
  nonconforming: number
  malformed: number
  gaps: number
}

/**
 * What a server says it has. Of the agent server: places of its log, repeated ids and all. Of the app server: the
 * distinct durable events of a walk to its end, or only its own number; `total` is that number, deltas and all.
 */
export type ServerCount =
  | { side: 'agent'; count: number }
  | { side: 'app'; count: number; walked?: { repeats: number; total: number } }
  /** The app server has something new: said before any of it is stored, so that a load that ends is gone on with. */
  | { side: 'app'; hasNews: true }

/** Where a page came from and what its order says. */
export type PageOrigin =
  /** Agent `events/search`, oldest first, contiguous: item i has logIndex `firstLogIndex + i`. */
  | { side: 'agent'; walk: 'head'; firstLogIndex: number }
  /** Agent `events/search` newest first: order known among themselves, index unknown until the walk meets them. */
  | { side: 'agent'; walk: 'newest' }
  /**
   * App server, sorted by time: provisional. `offset`: of the first item in an oldest-first walk; `places`: how many of
   * the walk they stand for, when those that are stored already were left out.
   */
  | { side: 'app'; walk: 'head'; offset: number; places?: number }
  | { side: 'app'; walk: 'newest' }

export interface PageResult {
  /** Ids in the page's own order; deltas and full_state left out. */
  ids: string[]
  /** Items of the page, excluded ones included. */
  items: number
  nextPageId: string | null
  inserted: number
  updated: number
  /**
   * True, with nothing stored, when an agent head walk was to go on at `headLastId` (`firstLogIndex` =
   * `headCount - 1`) and the page does not begin with that id: the server restarted from the beginning.
   */
  restarted: boolean
  load: LoadState
}

/** A frame of either socket that is not a durable event, in the order it came. */
export type FrameSignal =
  | { type: 'sync'; fromSeq: number | null; throughSeq: number | null }
  | { type: 'item_started'; itemId: string }
  | { type: 'delta'; itemId: string; kind: 'text' | 'reasoning'; text: string }
  | { type: 'item_aborted'; itemId: string }
  /** A durable event arrived: drafts of this item (session) or all anonymous drafts (events socket) go. */
  | { type: 'durable'; eventId: string; kind: string }
  | { type: 'error'; code: string; detail: string }
  | { type: 'malformed'; reason: string }

export interface FramesResult {
  signals: FrameSignal[]
  inserted: number
  updated: number
  /** Durable event ids of these frames in order. */
  ids: string[]
  load: LoadState
}

export interface ViewChangeNotice {
  view: string
  revision: number
  count: number
  changedFrom: number
}

export interface ArchiveNotices {
  viewChanged(notice: ViewChangeNotice): void
  factsChanged(conversation: ConversationRef, facts: LiveFacts): void
  /** Something other than a page or frames changed it: a background check, damage. */
  loadChanged(conversation: ConversationRef, load: LoadState): void
  /** Something was lost or could not be done; says what and what to do. */
  failed(message: string): void
  /** Why nothing can be stored now (a full disk); null when it can again. */
  blocked(problem: string | null): void
}

/**
 * The archive as the rest of the core sees it. Lives in a worker; every call is one message each way.
 * Text of pages and frames is parsed there, never on the host's main thread. Calls reject with HandrailError.
 */
export interface Archive {
  /** Stores one page answer (`{items, next_page_id}`) given as raw text, already redacted by value. */
  ingestPage(conversation: ConversationRef, text: string, origin: PageOrigin, signal?: AbortSignal): Promise<PageResult>
  /** Stores frames of one socket in the order they came. `session` frames carry `seq` = logIndex. */
  ingestFrames(
    conversation: ConversationRef,
    dialect: 'session' | 'events',
    frames: string[],
    signal?: AbortSignal,
  ): Promise<FramesResult>
  loadState(conversation: ConversationRef): Promise<LoadState>
  setServerCount(conversation: ConversationRef, count: ServerCount, at: number): Promise<LoadState>
  /** Which of these ids are not stored. */
  missingIds(conversation: ConversationRef, ids: string[]): Promise<string[]>
  /** Forgets the order of the head walk (not the events): the server restarted from the beginning. */
  restartWalk(conversation: ConversationRef): Promise<LoadState>
  facts(conversation: ConversationRef): Promise<LiveFacts>
  /** No new events for a while: seal what is settled, in slices. Also done by the worker on its own. */
  seal(conversation: ConversationRef): Promise<void>

  openView(spec: ViewSpec, first?: FirstRows): Promise<ViewOpened>
  closeView(view: string): Promise<void>
  window(request: WindowRequest): Promise<Window>
  /** Words that the events of a view hold, whatever its filter is. */
  words(view: string): Promise<FilterWords>
  overview(request: { view: string; buckets: number; clock: 'wall' | 'active' }): Promise<Overview>
  event(conversation: ConversationRef, eventId: string, offset: number, length: number): Promise<EventBody>

  /** Last known records, so that the list is there before any server answers. */
  saveConversations(connectionId: string, conversations: Conversation[]): Promise<void>
  conversations(connectionId: string): Promise<Conversation[]>
  /** Removes records and events of a connection. Nobody finds them any more. */
  forgetConnection(connectionId: string): Promise<void>
  /** Removes the events of conversations and, unless only those are to go, their records. Nobody finds them any more. */
  forgetConversations(conversations: ConversationRef[], what: 'all' | 'events'): Promise<void>
  /**
   * Gives the space of what was deleted back to the disk, a short slice at each call until it is `done`. It is also
   * done when nobody calls, later and down to some free pages.
   */
  clear(): Promise<ClearingStage>
  usage(): Promise<StoredUsage>

  /** Begins to write a file of everything that is stored of a conversation, in log order. */
  openExport(conversation: ConversationRef, format: ExportFormat, record: Conversation | null): Promise<ExportOpened>
  readExport(id: string): Promise<ExportPart>
  closeExport(id: string): Promise<void>
  /** Begins to take in a file of events, given in its order; the file's order becomes the log's. */
  openImport(conversation: ConversationRef): Promise<string>
  addImport(id: string, items: ImportItem[]): Promise<ImportCounts>
  finishImport(id: string): Promise<ImportCounts>
  closeImport(id: string): Promise<void>

  /** Searches all stored events, or those of one conversation. An abort ends it while it runs. */
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchPage>
  stats(): Promise<{ events: number; tail: number; blocks: number; bytes: number }>
  /** Replaces `needle` by a marker everywhere it is stored (architecture decision 12). Returns the events changed. */
  rescan(needles: string[]): Promise<number>
  close(): Promise<void>
}
