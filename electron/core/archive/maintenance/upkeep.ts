import type { DatabaseSync } from 'node:sqlite'
import { sealSlice } from '../blocks/sealer.ts'
import type { OpenConversations } from '../columns/openConversations.ts'
import { emptyChanges } from '../ingest/changeSet.ts'
import type { EventStores } from '../ingest/storeBatch.ts'
import type { Search } from '../search/search.ts'
import { loadStateOf } from '../store/conversationState.ts'
import type { Timers } from '../timers.ts'
import type { ArchiveNotices } from '../types.ts'
import type { Views } from '../views/views.ts'
import type { Keeping } from './keeping.ts'
import { rewriteBlock } from './rewriteBlock.ts'
import type { SchemaCheck } from './schemaCheck.ts'
import { cutLog, giveSpaceBack } from './space.ts'

export interface UpkeepParts {
  db: DatabaseSync
  stores: EventStores
  open: OpenConversations
  views: Views
  search: Search
  keeping: Keeping
  check: SchemaCheck
  notices: ArchiveNotices
  timers: Timers
}

/** What is done when nothing comes, in short slices. What fails is told, and done another time. */
export class Upkeep {
  readonly #parts: UpkeepParts

  constructor(parts: UpkeepParts) {
    this.#parts = parts
  }

  /** One slice of sealing, then of rewriting mostly dead blocks, then of what belongs to no conversation. */
  slice(conv: number): boolean {
    const { db, stores, timers } = this.#parts
    return (
      this.#told(() => {
        if (sealSlice(db, stores, conv, timers.now)) return true
        const block = stores.blocks.mostlyDead(conv)
        if (block === null) return this.#tidySlice()
        rewriteBlock(db, stores, conv, block)
        return true
      }) ?? false
    )
  }

  settleAll(conv: number): void {
    this.#told(() => this.#parts.stores.tail.settleAll(conv))
  }

  /** The log of what was written is as large as it ever was until it is cut. */
  rest(): void {
    this.#told(() => cutLog(this.#parts.db))
  }

  /** One slice of deleting what was forgotten, of indexing, of giving space back, of checking. */
  #tidySlice(): boolean {
    const { db, keeping, search } = this.#parts
    return keeping.slice() || search.slice() || giveSpaceBack(db) || this.#checkSlice()
  }

  /** A slice of checking sealed events against the full schema. */
  #checkSlice(): boolean {
    const { check, open, views, notices, timers } = this.#parts
    return check.slice(timers.now, ({ conversation, lights }) => {
      if (open.apply(conversation, { ...emptyChanges(), replaced: lights })) views.changed()
      notices.loadChanged(conversation.ref, loadStateOf(conversation.state))
    })
  }

  #told<T>(work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      this.#parts.notices.failed(`Sealing stopped: ${error instanceof Error ? error.message : String(error)}.`)
      return null
    }
  }
}
