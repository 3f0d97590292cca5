import type { DatabaseSync } from 'node:sqlite'
import { type ConversationRef, HandrailError, mayHoldSecretFields } from '../../../../shared/domain/index.ts'
import { transaction } from '../db/transaction.ts'
import { loadStateOf } from '../store/conversationState.ts'
import type { ConversationTable, StoredConversation } from '../store/conversationTable.ts'
import { RANK } from '../store/eventTable.ts'
import type { FramesResult, PageOrigin, PageResult } from '../types.ts'
import { type ChangeSet, emptyChanges } from './changeSet.ts'
import { afterHead, provisionalKeys } from './placement.ts'
import { prepareEvent } from './prepareEvent.ts'
import { type ReadPage, readPage } from './readEvents.ts'
import { type ReadFrame, readFrame } from './readFrames.ts'
import { type EventStores, StoreBatch } from './storeBatch.ts'

/** Stands for the id of a full state, which is not stored. */
const FULL_STATE = 'full_state'
const STATE_ONLY = { mayHoldSecrets: true, isChecked: false }

export interface Ingested<T> {
  result: T
  changes: ChangeSet
  conversation: StoredConversation
}

/** Stores what comes from servers: one transaction a page or a batch of frames. */
export class Ingest {
  readonly #db: DatabaseSync
  readonly #conversations: ConversationTable
  readonly #stores: EventStores

  constructor(db: DatabaseSync, conversations: ConversationTable, stores: EventStores) {
    this.#db = db
    this.#conversations = conversations
    this.#stores = stores
  }

  /** @throws HandrailError `not-openhands` when the text is not a page. */
  page(ref: ConversationRef, text: string, origin: PageOrigin): Ingested<PageResult> {
    const page = readPage(text)
    if (page === null) {
      throw new HandrailError({
        code: 'not-openhands',
        message: `The server's page of events of conversation ${ref.conversationId} is not one: ${text.slice(0, 60)}`,
        advice: 'Check the address of the server.',
      })
    }
    const conversation = this.#conversations.open(ref)
    if (hasRestarted(page, origin, conversation)) {
      return { result: pageResult(page, emptyChanges(), true, conversation), changes: emptyChanges(), conversation }
    }
    const mayHoldSecrets = mayHoldSecretFields(text)
    const changes = this.#store(conversation, origin.walk === 'head', (batch) =>
      storePage(batch, conversation, page, origin, mayHoldSecrets),
    )
    return { result: pageResult(page, changes, false, conversation), changes, conversation }
  }

  frames(ref: ConversationRef, dialect: 'session' | 'events', texts: readonly string[]): Ingested<FramesResult> {
    const conversation = this.#conversations.open(ref)
    const frames = texts.map((text) => readFrame(dialect, text))
    const ids: string[] = []
    const changes = this.#store(conversation, false, (batch) => {
      for (const [at, frame] of frames.entries()) {
        const id = storeFrame(batch, conversation, dialect, frame, mayHoldSecretFields(texts[at] ?? ''))
        if (id !== null) ids.push(id)
      }
      batch.advanceHead(new Set())
    })
    const result = {
      signals: frames.flatMap((frame) => frame.signals),
      inserted: changes.inserted.length,
      updated: changes.replaced.length,
      ids,
      load: loadStateOf(conversation.state),
    }
    return { result, changes, conversation }
  }

  #store(conversation: StoredConversation, isWalk: boolean, work: (batch: StoreBatch) => void): ChangeSet {
    const before = { state: conversation.state, facts: conversation.facts }
    conversation.state = { ...conversation.state }
    try {
      return transaction(this.#db, () => {
        const batch = new StoreBatch(this.#stores, conversation, isWalk)
        work(batch)
        batch.finish()
        this.#conversations.save(conversation)
        return batch.changes
      })
    } catch (error) {
      conversation.state = before.state
      conversation.facts = before.facts
      throw error
    }
  }
}

function hasRestarted(page: ReadPage, origin: PageOrigin, { state }: StoredConversation): boolean {
  if (origin.side !== 'agent' || origin.walk !== 'head' || state.headCount === 0) return false
  if (origin.firstLogIndex !== state.headLastIndex || state.headLastId === null) return false
  const first = page.items[0]
  return first?.type !== 'event' || first.id !== state.headLastId
}

function storePage(
  batch: StoreBatch,
  { state }: StoredConversation,
  page: ReadPage,
  origin: PageOrigin,
  mayHoldSecrets: boolean,
): void {
  const isNewest = origin.walk === 'newest'
  const firstLogIndex = origin.side === 'agent' && origin.walk === 'head' ? origin.firstLogIndex : null
  const rank = origin.side === 'agent' ? RANK.agent : RANK.app
  const skipped = new Set<number>()
  // Walks are long: their events are checked when they are sealed and nothing else is to be done.
  const how = { mayHoldSecrets, isChecked: isNewest }
  const placed = page.items.flatMap((item, at) => {
    const logIndex = firstLogIndex === null ? null : firstLogIndex + at
    if (item.type === 'event') return [{ prepared: prepareEvent(item.id, item.event, how), logIndex }]
    if (item.type === 'malformed') state.malformed += 1
    if (item.type === 'fullState') batch.learn(prepareEvent(FULL_STATE, item.event, STATE_ONLY), null, 0)
    if (logIndex !== null) skipped.add(logIndex)
    return []
  })
  // Oldest first, so that arrival numbers and provisional keys rise with the log.
  if (isNewest) placed.reverse()
  const floor = origin.side === 'agent' && isNewest ? afterHead(state) : 0
  const keys = provisionalKeys(
    placed.map(({ prepared }) => prepared.light.timeUs),
    floor,
  )
  for (const [at, { prepared, logIndex }] of placed.entries()) {
    batch.put(prepared, { logIndex, provisional: keys[at] ?? floor, rank })
  }
  if (firstLogIndex !== null) {
    batch.advanceHead(skipped)
    state.hasWalked = page.nextPageId === null
  } else if (origin.side === 'app' && origin.walk === 'head') {
    const end = origin.offset + (origin.places ?? page.items.length)
    const isNew = origin.offset === 0 || end > state.appOffset
    if (isNew) state.appLeftOut = (origin.offset === 0 ? 0 : state.appLeftOut) + page.items.length - placed.length
    state.appOffset = origin.offset === 0 ? end : Math.max(state.appOffset, end)
    state.appTimeUs = Math.max(state.appTimeUs, keys.at(-1) ?? 0)
    state.hasWalked = page.nextPageId === null
  }
}

/** Stores the event of a frame, when it has one; gives its id. */
function storeFrame(
  batch: StoreBatch,
  { state }: StoredConversation,
  dialect: 'session' | 'events',
  frame: ReadFrame,
  mayHoldSecrets: boolean,
): string | null {
  if (frame.signals.some((signal) => signal.type === 'malformed')) state.malformed += 1
  if (frame.item === null) return null
  if (frame.item.type === 'fullState') {
    batch.learn(prepareEvent(FULL_STATE, frame.item.event, STATE_ONLY), null, 0)
    return null
  }
  const prepared = prepareEvent(frame.item.id, frame.item.event, { mayHoldSecrets, isChecked: true })
  const provisional = Math.max(prepared.light.timeUs ?? 0, state.liveTimeUs, afterHead(state))
  state.liveTimeUs = provisional
  batch.put(prepared, { logIndex: frame.seq, provisional, rank: dialect === 'session' ? RANK.agent : RANK.live })
  return prepared.id
}

function pageResult(page: ReadPage, changes: ChangeSet, restarted: boolean, { state }: StoredConversation): PageResult {
  return {
    ids: page.items.flatMap((item) => (item.type === 'event' ? [item.id] : [])),
    items: page.items.length,
    nextPageId: page.nextPageId,
    inserted: changes.inserted.length,
    updated: changes.replaced.length,
    restarted,
    load: loadStateOf(state),
  }
}
