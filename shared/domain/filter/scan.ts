/** A part of the text, in UTF-16 units; `to` is exclusive. */
export interface Range {
  from: number
  to: number
}

export interface ScannedValue extends Range {
  /** Without quotes and escapes. */
  text: string
  isQuoted: boolean
  /** False when a quote is opened and never closed. */
  isClosed: boolean
}

/** One term as it is written; nothing is checked yet. */
export interface ScannedTerm extends Range {
  isNot: boolean
  /** Null for a bare word. */
  name: (Range & { text: string }) | null
  values: ScannedValue[]
}

const NAME = /([A-Za-z]+):/y
const SPACE = /\s/

/** Splits a filter's text into terms. Reads every text: what is wrong with one is for others to say. */
export function scanFilter(text: string): ScannedTerm[] {
  const terms: ScannedTerm[] = []
  let at = 0
  for (;;) {
    while (at < text.length && SPACE.test(text.charAt(at))) at += 1
    if (at >= text.length) return terms
    const term = scanTerm(text, at)
    terms.push(term)
    at = term.to
  }
}

function scanTerm(text: string, from: number): ScannedTerm {
  const isNot = text.charAt(from) === '-'
  let at = from + (isNot ? 1 : 0)
  NAME.lastIndex = at
  const word = NAME.exec(text)?.[1] ?? null
  const name = word === null ? null : { from: at, to: at + word.length, text: word }
  if (name !== null) at = name.to + 1
  const values: ScannedValue[] = []
  for (;;) {
    const value = scanValue(text, at)
    values.push(value)
    at = value.to
    if (text.charAt(at) !== ',') return { from, to: at, isNot, name, values }
    at += 1
  }
}

function scanValue(text: string, from: number): ScannedValue {
  if (text.charAt(from) !== '"') {
    const to = endOfWord(text, from)
    return { from, to, text: text.slice(from, to), isQuoted: false, isClosed: true }
  }
  let read = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') {
      // What is glued to the closing quote belongs to the value: `"a"b` is read as ab.
      const to = endOfWord(text, at + 1)
      return { from, to, text: read + text.slice(at + 1, to), isQuoted: true, isClosed: true }
    }
    if (char === '\\' && at + 1 < text.length) at += 1
    read += text.charAt(at)
  }
  return { from, to: text.length, text: read, isQuoted: true, isClosed: false }
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charAt(at) !== ',' && !SPACE.test(text.charAt(at))) at += 1
  return at
}
