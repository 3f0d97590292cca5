import type { Draft } from '../../../shared/domain/index.ts'
import type { FrameSignal } from '../archive/index.ts'

/** The item id that stands for deltas of the events socket, which carry no link to their message (contract §9.4). */
export const ANONYMOUS_ITEM = 'live'

const ENDS_ANONYMOUS_DRAFT = new Set([
  'MessageEvent',
  'ActionEvent',
  'AgentErrorEvent',
  'ConversationErrorEvent',
  'InterruptEvent',
])

/** What is being streamed in one conversation: never stored, gone when its event arrives (architecture decision 3). */
export class Drafts {
  readonly #texts = new Map<string, Draft>()

  list(): Draft[] {
    return [...this.#texts.values()]
  }

  /** Answers whether the list changed. */
  apply(signal: FrameSignal): boolean {
    switch (signal.type) {
      case 'delta': {
        if (signal.text === '') return false
        const key = `${signal.itemId} ${signal.kind}`
        const before = this.#texts.get(key)?.text ?? ''
        this.#texts.set(key, { itemId: signal.itemId, kind: signal.kind, text: before + signal.text })
        return true
      }
      case 'item_started':
      case 'item_aborted':
        return this.#drop(signal.itemId)
      case 'durable': {
        const dropped = this.#drop(signal.eventId)
        return (ENDS_ANONYMOUS_DRAFT.has(signal.kind) && this.#drop(ANONYMOUS_ITEM)) || dropped
      }
      case 'sync':
      case 'error':
      case 'malformed':
        return false
      default:
        return signal satisfies never
    }
  }

  clear(): boolean {
    const had = this.#texts.size > 0
    this.#texts.clear()
    return had
  }

  #drop(itemId: string): boolean {
    const text = this.#texts.delete(`${itemId} text`)
    return this.#texts.delete(`${itemId} reasoning`) || text
  }
}
