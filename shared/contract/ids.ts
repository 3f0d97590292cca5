const UUID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/**
 * Gives a conversation id as 32 lower-case hex digits, from either written form; null when it is not a UUID.
 * The app server writes hex, the agent server dashes (contract §1.3): normalise before comparing.
 */
export function normaliseConversationId(id: string): string | null {
  const folded = id.toLowerCase()
  return UUID.test(folded) ? folded.replaceAll('-', '') : null
}

/** Gives the dashed form of a conversation id, as the agent server writes it; null when it is not a UUID. */
export function dashedConversationId(id: string): string | null {
  const hex = normaliseConversationId(id)
  if (hex === null) return null
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Gives the id of a wire event, or null when it has none that can be a key. Not every id is a UUID:
 * `<uuid>-summary` and ULIDs occur (contract §8).
 */
export function eventIdOf(event: unknown): string | null {
  if (typeof event !== 'object' || event === null || !('id' in event)) return null
  return typeof event.id === 'string' && event.id !== '' ? event.id : null
}
