import type { ConversationRef, ViewChange } from '../../../shared/domain/index.ts'
import type { ViewChangeNotice } from '../archive/index.ts'

interface OpenView {
  conversation: ConversationRef
  /** Changes not taken yet, merged; null when none. */
  pending: ViewChange | null
  latest: { revision: number; count: number }
  listeners: Set<() => void>
}

/** Which views are open and what changed in them since it was last asked. */
export class ViewRegistry {
  readonly #views = new Map<string, OpenView>()

  add(view: string, conversation: ConversationRef, revision: number, count: number): void {
    this.#views.set(view, { conversation, pending: null, latest: { revision, count }, listeners: new Set() })
  }

  remove(view: string): void {
    this.#views.delete(view)
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

  subscribe(view: string, listener: () => void): () => void {
    const open = this.#views.get(view)
    open?.listeners.add(listener)
    return () => open?.listeners.delete(listener)
  }
}
