/** Arrival numbers below this; conversations above: events of a conversation lie together in the index. */
const CONVERSATION = 2 ** 33

/** The number of an event in the index: exact as long as there are fewer than a million conversations. */
export function searchRow(conv: number, seq: number): number {
  return conv * CONVERSATION + seq
}

export function eventOfRow(row: number): { conv: number; seq: number } {
  return { conv: Math.floor(row / CONVERSATION), seq: row % CONVERSATION }
}

/** Rows of a conversation, or of all. */
export interface RowRange {
  first: number
  last: number
}

export function rowsOfConversation(conv: number): RowRange {
  return { first: searchRow(conv, 0), last: searchRow(conv + 1, 0) - 1 }
}

export const ALL_ROWS: RowRange = { first: 0, last: Number.MAX_SAFE_INTEGER }
