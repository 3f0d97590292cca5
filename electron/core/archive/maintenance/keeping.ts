import type { DatabaseSync } from 'node:sqlite'
import type { ClearingStage, ConversationRef } from '../../../../shared/domain/index.ts'
import type { Search } from '../search/search.ts'
import { blockingProblem } from '../storageTrouble.ts'
import type { ConversationTable } from '../store/conversationTable.ts'
import type { Timers } from '../timers.ts'
import type { LightReader } from '../views/lightReader.ts'
import type { Views } from '../views/views.ts'
import { Forgetting } from './forgetting.ts'
import { cutLog, freePages, giveSpaceBack, pageBytes } from './space.ts'
import { filesOf } from './usage.ts'

/** About so long one call works. */
const SLICE_MS = 10

export interface KeepingParts {
  db: DatabaseSync
  conversations: ConversationTable
  lights: LightReader
  views: Views
  search: Search
  timers: Timers
  /** There is something to be done when nothing else is. */
  tidy(): void
}

/** What of the archive is kept: forgets, and gives the space back to the disk. */
export class Keeping {
  readonly #parts: KeepingParts
  readonly #forgetting: Forgetting

  constructor(parts: KeepingParts) {
    this.#parts = parts
    this.#forgetting = new Forgetting(parts.db, parts.timers.now)
  }

  /** Whether something that was forgotten is still stored: an earlier run may have ended before. */
  get isLeft(): boolean {
    return this.#forgetting.isLeft
  }

  /** Somebody looks at a conversation. On a full disk it is not written down; that is told by those who store. */
  opened(ref: ConversationRef): void {
    const { conversations, timers } = this.#parts
    const conversation = conversations.find(ref)
    try {
      if (conversation !== null) conversations.opened(conversation, timers.now())
    } catch (error) {
      if (blockingProblem(error) === null) throw error
    }
  }

  /** Nobody finds anything of these from now on; their views are closed. */
  forget(refs: readonly ConversationRef[], what: 'all' | 'events'): void {
    for (const { connectionId, conversationId } of refs) this.#parts.views.closeOf(connectionId, conversationId)
    this.#forgetting.conversations(refs, what)
    for (const { connectionId, conversationId } of refs)
      this.#parts.conversations.forgetMemory(connectionId, conversationId)
    this.#left()
  }

  forgetConnection(connectionId: string): void {
    this.#parts.views.closeOf(connectionId)
    this.#forgetting.connection(connectionId)
    this.#parts.conversations.forgetMemory(connectionId)
    this.#left()
  }

  /** Resolves when no event of what was forgotten is stored; its words and its space go later. */
  async emptied(): Promise<void> {
    while (this.#forgetting.slice()) await new Promise<void>((resolve) => this.#parts.timers.soon(resolve))
  }

  /** A short slice; false when nothing that was forgotten is stored. */
  slice(): boolean {
    return this.#forgetting.slice()
  }

  /** A block that cannot be read, of a conversation that nobody finds. */
  dropBlock(conv: number, block: number): void {
    this.#forgetting.dropBlock(conv, block)
  }

  /** A short slice of all that gives the space of what was deleted back, and how far that is. */
  clear(): ClearingStage {
    const { db, search, timers } = this.#parts
    if (this.#forgetting.slice()) return { stage: 'deleting', eventsLeft: this.#forgetting.left }
    const end = timers.now() + SLICE_MS
    // The merge of the index frees more, and needs some of it for itself.
    while (giveSpaceBack(db, search.isPurging ? undefined : 0)) {
      if (timers.now() >= end) return { stage: 'returning', bytesLeft: freePages(db) * pageBytes(db) }
    }
    if (search.isPurging) {
      search.slice()
      return { stage: 'clearing' }
    }
    cutLog(db)
    const { databaseBytes, walBytes } = filesOf(db)
    return { stage: 'done', bytes: databaseBytes + walBytes }
  }

  #left(): void {
    this.#parts.lights.clear()
    if (!this.#forgetting.isLeft) return
    // The whole index is written anew: not for nothing.
    if (this.#forgetting.left > 0) this.#parts.search.purgeLater()
    this.#parts.tidy()
  }
}
