/** A half-open range of UTF-16 positions. */
export interface Range {
  start: number
  end: number
}

/** Gives where any of the patterns occurs, overlapping ranges joined, in order; null when none does. */
export type PatternScanner = (text: string) => Range[] | null

/**
 * Wu-Manber: one pass over the text for any number of patterns, skipping almost the length of the shortest one at
 * each step. With many sandboxes there are many keys, and one `indexOf` pass for each would cost more than parsing.
 * Patterns must have at least 2 characters.
 */
export function createPatternScanner(patterns: readonly string[]): PatternScanner {
  if (patterns.length === 0) return () => null
  const window = Math.min(...patterns.map((pattern) => pattern.length))
  const shift = new Uint16Array(0x10000).fill(Math.min(window - 1, 0xffff))
  const candidates = new Map<number, string[]>()
  for (const pattern of patterns) {
    for (let at = 1; at < window; at += 1) {
      const block = blockAt(pattern, at)
      shift[block] = Math.min(shift[block] ?? 0, window - 1 - at)
    }
    const last = blockAt(pattern, window - 1)
    candidates.set(last, [...(candidates.get(last) ?? []), pattern])
  }

  return (text) => {
    let found: Range[] | null = null
    const length = text.length
    for (let at = window - 1; at < length; ) {
      const block = blockAt(text, at)
      const skip = shift[block] ?? 0
      if (skip > 0) {
        at += skip
        continue
      }
      const start = at - window + 1
      for (const pattern of candidates.get(block) ?? []) {
        if (text.startsWith(pattern, start)) found = joined(found ?? [], { start, end: start + pattern.length })
      }
      at += 1
    }
    return found
  }
}

/** Two characters as an index; characters outside Latin-1 share buckets, which only makes steps shorter. */
function blockAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) & 0xff) << 8) | (text.charCodeAt(at) & 0xff)
}

/** Ranges come with rising starts, so only the last can touch the next. */
function joined(ranges: Range[], next: Range): Range[] {
  const last = ranges.at(-1)
  if (last !== undefined && next.start < last.end) last.end = Math.max(last.end, next.end)
  else ranges.push(next)
  return ranges
}
