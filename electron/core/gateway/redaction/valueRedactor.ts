import { createPatternScanner, type PatternScanner } from './patternScanner.ts'
import { writtenForms } from './writtenForms.ts'

/** Shorter values occur by chance in ordinary text (architecture decision 12). */
const SHORTEST_SECRET = 8

/** Takes held values out of text before it goes anywhere (architecture decision 12). */
export interface ValueRedactor {
  /** From now on the value passes nowhere. Values under 8 characters are not held. Answers whether it was new. */
  hold(secret: string): boolean
  /** The text with every held value, in every written form, replaced by `redactionMarker` of its length. */
  redact(text: string): string
  /** Replacements made so far. */
  count(): number
}

/** What stands in the place of a secret; names how many characters (UTF-16 units) it had, as it was written. */
export function redactionMarker(length: number): string {
  return `[redacted:${length}]`
}

/** `onNew` hears each value that is held for the first time. */
export function createValueRedactor(onNew: (secret: string) => void = () => {}): ValueRedactor {
  const held = new Set<string>()
  const forms = new Set<string>()
  let scanner: PatternScanner | null = null
  let replaced = 0

  return {
    hold(secret) {
      if (secret.length < SHORTEST_SECRET || held.has(secret)) return false
      held.add(secret)
      for (const form of writtenForms(secret)) forms.add(form)
      scanner = null
      onNew(secret)
      return true
    },
    redact(text) {
      scanner ??= createPatternScanner([...forms])
      const ranges = scanner(text)
      if (ranges === null) return text
      replaced += ranges.length
      let safe = ''
      let from = 0
      for (const { start, end } of ranges) {
        safe += text.slice(from, start) + redactionMarker(end - start)
        from = end
      }
      return safe + text.slice(from)
    },
    count: () => replaced,
  }
}
