import { type ConversationRef, HandrailError, type ViewChange } from '../../../shared/domain/index.ts'
import type { ViewChangeNotice } from '../archive/index.ts'
import type { Clock } from '../ports.ts'

/** A view that nobody reads and nobody asks for rows is closed after this. */
const UNUSED_MS = 5 * 60_000
/** The archive closes unused views by itself, and a page that follows a quiet conversation asks for nothing. */
const TOUCH_MS = 2 * 60_000

export interface ViewRegistryDeps {
  clock: Clock
  /** Tells the archive that a view is in use. Rejects when it has no such view. */
  touch(view: string): Promise<unknown>
  /** Lets the archive forget a view. */
  close(view: string): Promise<void>
}

interface OpenView {
  conversation: ConversationRef
  /** Changes not taken yet, merged; null when none. */
  pending: ViewChange | null
  latest: { revision: number; count: number }
  listeners: Set<() => void>
  readers: number
  /** Milliseconds since the epoch. */
  usedAt: number
  /** Aborts when the view is closed. */
  life: AbortController
}

/**
 * Which views are open and what changed in them since it was last asked. A view lives for as long as its changes are
 * read; one that is not read is closed when it was not used for 5 minutes.
 */
export class ViewRegistry {
  readonly #deps: ViewRegistryDeps
  readonly #views = new Map<string, OpenView>()

  constructor(deps: ViewRegistryDeps) {
    this.#deps = deps
  }

  add(view: string, conversation: ConversationRef, revision: number, count: number): void {
    const open: OpenView = {
      conversation,
      pending: null,
      latest: { revision, count },
      listeners: new Set(),
      readers: 0,
      usedAt: this.#deps.clock.now(),
      life: new AbortController(),
    }
    this.#views.set(view, open)
    // Rejects when the view is closed, or when the archive has it no more: then it is closed here too.
    this.#watchOver(view, open).catch(() => this.close(view))
  }

  /** Somebody asks for rows of a view. */
  used(view: string): void {
    const open = this.#views.get(view)
    if (open !== undefined) open.usedAt = this.#deps.clock.now()
  }

  /** Ends whoever reads the view; harmless when it is closed already. */
  async close(view: string): Promise<void> {
    const open = this.#views.get(view)
    if (open === undefined) return
    this.#views.delete(view)
    open.life.abort()
    // An archive that cannot answer has no view left either.
    await this.#deps.close(view).catch(() => undefined)
  }

  /** Ends the views of a connection, or of one conversation of it, whose events are being forgotten. */
  async closeOf(connectionId: string, conversationId: string | null = null): Promise<void> {
    const views = [...this.#views].filter(
      ([, { conversation }]) =>
        conversation.connectionId === connectionId &&
        (conversationId === null || conversation.conversationId === conversationId),
    )
    await Promise.all(views.map(([view]) => this.close(view)))
  }

  /** Whether somebody reads a view of it. */
  isOpen({ connectionId, conversationId }: ConversationRef): boolean {
    return [...this.#views.values()].some(
      ({ conversation, readers }) =>
        readers > 0 && conversation.connectionId === connectionId && conversation.conversationId === conversationId,
    )
  }

  /** Ends every view; their readers open them again if they still want them. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#views.keys()].map((view) => this.close(view)))
  }

  conversation(view: string): ConversationRef | null {
    return this.#views.get(view)?.conversation ?? null
  }

  noticed(notice: ViewChangeNotice): void {
    const view = this.#views.get(notice.view)
    if (view === undefined) return
    const before = view.pending
    view.latest = { revision: notice.revision, count: notice.count }
    view.pending = {
      revision: notice.revision,
      count: notice.count,
      changedFrom: Math.min(notice.changedFrom, before?.changedFrom ?? Number.MAX_SAFE_INTEGER),
      drafts: before?.drafts ?? false,
    }
    for (const listener of view.listeners) listener()
  }

  draftsChanged(conversation: ConversationRef): void {
    for (const view of this.#views.values()) {
      if (
        view.conversation.conversationId !== conversation.conversationId ||
        view.conversation.connectionId !== conversation.connectionId
      )
        continue
      view.pending = { ...view.latest, changedFrom: view.latest.count, ...view.pending, drafts: true }
      for (const listener of view.listeners) listener()
    }
  }

  take(view: string): ViewChange | null {
    const open = this.#views.get(view)
    const change = open?.pending ?? null
    if (open !== undefined) open.pending = null
    return change
  }

  /**
   * Holds a view open for a reader of its changes; `closed` aborts when the view ends, `release` is for the reader's
   * own end, after which the view is closed unless somebody else reads it.
   *
   * @throws HandrailError `gone` when there is no such view.
   */
  read(view: string): {
    closed: AbortSignal
    subscribe(listener: () => void): () => void
    release(): Promise<void>
  } {
    const open = this.#views.get(view)
    if (open === undefined) {
      throw new HandrailError({
        code: 'gone',
        message: 'This view is closed.',
        advice: 'Open it again.',
        isSafeToRetry: true,
      })
    }
    open.readers += 1
    return {
      closed: open.life.signal,
      subscribe(listener) {
        open.listeners.add(listener)
        return () => open.listeners.delete(listener)
      },
      release: async () => {
        open.readers -= 1
        if (open.readers === 0) await this.close(view)
      },
    }
  }

  async #watchOver(view: string, open: OpenView): Promise<void> {
    const { clock } = this.#deps
    for (;;) {
      const unusedIn = open.usedAt + UNUSED_MS - clock.now()
      if (open.readers === 0 && unusedIn <= 0) return this.close(view)
      await clock.sleep(open.readers === 0 ? Math.min(unusedIn, TOUCH_MS) : TOUCH_MS, open.life.signal)
      if (open.readers > 0) {
        await this.#deps.touch(view)
        open.usedAt = clock.now()
      }
    }
  }
}
