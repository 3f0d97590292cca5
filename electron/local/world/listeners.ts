/** A piece of text that the model is producing now. */
export interface Delta {
  itemId: string
  order: number
  kind: 'text' | 'reasoning'
  content: string
  chunkId: string
}

/** Someone who follows a conversation live. Texts are JSON. */
export interface Listener {
  durable(seq: number, text: string): void
  transient(text: string): void
  itemStarted(itemId: string, anchorSeq: number): void
  delta(delta: Delta, text: string): void
  itemAborted(itemId: string): void
}
