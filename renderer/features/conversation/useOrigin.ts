import { useCallback, useState } from 'react'

/**
 * Microseconds since the epoch that the times of the rows are relative to: when the conversation was made, or its
 * first event where that is earlier, as app servers exist that write a record's `created_at` anew. Null: not known.
 */
export function useOrigin(createdAt: number | null): { originUs: number | null; noteStart: (startUs: number) => void } {
  const [earliestUs, setEarliestUs] = useState<number | null>(null)
  const noteStart = useCallback(
    (startUs: number) => setEarliestUs((before) => (before === null ? startUs : Math.min(before, startUs))),
    [],
  )
  const createdUs = createdAt === null ? null : createdAt * 1000
  if (createdUs === null || earliestUs === null) return { originUs: createdUs ?? earliestUs, noteStart }
  return { originUs: Math.min(createdUs, earliestUs), noteStart }
}
