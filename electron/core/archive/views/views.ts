import { randomUUID } from 'node:crypto'
import {
  type ConversationRef,
  type FilterWords,
  HandrailError,
  type Overview,
  type ViewOpened,
  type ViewSpec,
  type Window,
  type WindowRequest,
} from '../../../../shared/domain/index.ts'
import type { OpenConversation } from '../columns/openConversation.ts'
import type { OpenConversations } from '../columns/openConversations.ts'
import type { StoredConversation } from '../store/conversationTable.ts'
import type { Timers } from '../timers.ts'
import type { ViewChangeNotice } from '../types.ts'
import type { LightReader } from './lightReader.ts'
import { overviewOf } from './overview.ts'
import { View } from './view.ts'

/** At most 30 notices a second and view (architecture decision 2). */
const NOTICE_MS = 34
/** While all that is looked at is being loaded, its progress is told in larger steps: drawing it competes with the load. */
const FILLING_NOTICE_MS = 500
/** Looking for what changed may take this part of the time: one in so many, of conversations that are being loaded. */
const FLUSH_SHARE = 10
const LONGEST_NOTICE_MS = 500
/** Views that nobody uses are closed. */
const UNUSED_MS = 5 * 60_000
/** A conversation that nobody looks at is kept ready for so long: another filter is another view of it. */
const READY_MS = 30_000

/** Slots of the events of a conversation that hold a text. */
type TextSearch = (open: OpenConversation, text: string) => Iterable<number>

/** Open views. All views of a conversation share its columns. */
export class Views {
  readonly #views = new Map<string, View>()
  readonly #conversations: OpenConversations
  readonly #lights: LightReader
  readonly #matches: TextSearch
  readonly #timers: Timers
  readonly #notify: (notice: ViewChangeNotice) => void
  /** When changes are looked for next. */
  #flushAt = Number.POSITIVE_INFINITY
  #cancelFlush: () => void = () => undefined
  /** Milliseconds that looking for changes took last. */
  #flushMs = 0

  constructor(
    conversations: OpenConversations,
    lights: LightReader,
    timers: Timers,
    notify: (notice: ViewChangeNotice) => void,
    matches: TextSearch,
  ) {
    this.#conversations = conversations
    this.#lights = lights
    this.#matches = matches
    this.#timers = timers
    this.#notify = notify
  }

  openView(spec: ViewSpec): ViewOpened {
    const open = this.#conversations.open(spec.conversation)
    this.#settle(open)
    const now = this.#timers.now()
    const matches = (text: string) => this.#matches(open, text)
    const view = new View(randomUUID(), spec, open, this.#lights, { now, matches })
    view.usedAt = now
    this.#views.set(view.id, view)
    this.#timers.after(UNUSED_MS, () => this.#closeWhenUnused(view))
    return { view: view.id, count: view.count, revision: view.revision }
  }

  closeView(id: string): void {
    const view = this.#views.get(id)
    if (view === undefined) return
    this.#views.delete(id)
    this.#timers.after(READY_MS, () => this.#closeUnseen(view.open))
  }

  /** The conversation that a view shows, or null when there is no such view. */
  conversationOf(id: string): StoredConversation | null {
    return this.#views.get(id)?.open.conversation ?? null
  }

  window(request: WindowRequest): Window {
    const view = this.#fresh(request.view)
    const { anchor } = request
    if (typeof anchor === 'string' || !('id' in anchor) || view.knows(anchor.id)) return view.window(request)
    // The event may be in what is not read yet.
    this.#conversations.complete(view.open)
    return this.#fresh(request.view).window(request)
  }

  /** Waits until a long conversation is read whole. */
  async overview(request: { view: string; buckets: number; clock: 'wall' | 'active' }): Promise<Overview> {
    const { open } = this.#fresh(request.view)
    while (open.rest !== null) await new Promise<void>((resolve) => this.#timers.soon(resolve))
    return overviewOf(this.#fresh(request.view), request.buckets, request.clock)
  }

  /** Words to complete a filter with; of what is read so far. */
  words(id: string): FilterWords {
    const { columns, conversation } = this.#fresh(id).open
    const tags = Object.entries(conversation.facts.tags?.value ?? {})
    return {
      kinds: columns.kinds.words.slice(1).toSorted(),
      sources: columns.sources.words.slice(1).toSorted(),
      tools: columns.tools.words.slice(1).toSorted(),
      tags: tags.flatMap(([key, value]) => [key, `${key}=${value}`]).toSorted(),
    }
  }

  /** Something of the conversation changed: its views are told, soon and together. */
  changed(): void {
    if (this.#views.size === 0) return
    const ms = this.#noticeMs()
    const at = this.#timers.now() + ms
    if (at >= this.#flushAt) return
    this.#cancelFlush()
    this.#flushAt = at
    this.#cancelFlush = this.#timers.after(ms, () => this.#flush())
  }

  /** Columns were read anew: every row may differ. */
  reloaded(open: OpenConversation): void {
    for (const view of this.#of(open)) view.reset()
    this.changed()
  }

  /** Closes the views of a connection, or of one conversation of it. */
  closeOf(connectionId: string, conversationId: string | null = null): void {
    const isMeant = (ref: ConversationRef) =>
      ref.connectionId === connectionId && (conversationId === null || ref.conversationId === conversationId)
    for (const { id, spec } of [...this.#views.values()]) if (isMeant(spec.conversation)) this.closeView(id)
    for (const open of [...this.#conversations.all()]) if (isMeant(open.conversation.ref)) this.#closeUnseen(open)
  }

  #noticeMs(): number {
    const views = [...this.#views.values()]
    // Somebody waits for the first rows.
    if (views.some(({ open }) => open.order.slots.length === 0)) return 0
    const least = views.every((view) => view.isFilling) ? FILLING_NOTICE_MS : NOTICE_MS
    return Math.min(LONGEST_NOTICE_MS, Math.max(least, this.#flushMs * FLUSH_SHARE))
  }

  #flush(): void {
    this.#flushAt = Number.POSITIVE_INFINITY
    const began = this.#timers.now()
    for (const view of this.#views.values()) {
      this.#settle(view.open)
      view.refresh()
      const change = view.takeChange()
      if (change !== null) this.#notify(change)
    }
    this.#flushMs = this.#timers.now() - began
  }

  /** The view with its rows as of now. */
  #fresh(id: string): View {
    const view = this.#views.get(id)
    if (view === undefined) {
      throw new HandrailError({
        code: 'gone',
        message: 'This view was closed, because it was not used for 5 minutes.',
        advice: 'Open it again.',
        isSafeToRetry: true,
      })
    }
    view.usedAt = this.#timers.now()
    this.#settle(view.open)
    const { revision } = view
    view.refresh()
    if (view.revision !== revision) this.changed()
    return view
  }

  #settle(open: OpenConversation): void {
    const touched = open.settle()
    if (touched.size === 0) return
    for (const view of this.#of(open)) for (const slot of touched) view.touched.add(slot)
  }

  *#of(open: OpenConversation): Generator<View> {
    for (const view of this.#views.values()) if (view.open === open) yield view
  }

  #closeUnseen(open: OpenConversation): void {
    if (this.#of(open).next().done) this.#conversations.close(open)
  }

  #closeWhenUnused(view: View): void {
    if (!this.#views.has(view.id)) return
    const left = view.usedAt + UNUSED_MS - this.#timers.now()
    if (left > 0) this.#timers.after(left, () => this.#closeWhenUnused(view))
    else this.closeView(view.id)
  }
}
