/** Longer strings are broken, as an editor cannot measure a line of a million characters without a pause. */
const LONGEST_RUN = 4000
const INDENT = '  '

const QUOTE = 34
const BACKSLASH = 92
const OPEN = new Set([91, 123])
const CLOSE = new Set([93, 125])
const COMMA = 44
const COLON = 58
const SPACES = new Set([9, 10, 13, 32])

/**
 * Lays JSON out in lines without parsing it, part by part: a part may begin and end anywhere, and text that is not
 * JSON comes out readable too. Only white space is added or removed, outside strings, and line breaks in very long
 * strings.
 */
export class JsonLines {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #run = 0
  #isJustOpened = false

  push(text: string): string {
    const out: string[] = []
    let at = 0
    while (at < text.length) at = this.#isInString ? this.#string(text, at, out) : this.#structure(text, at, out)
    return out.join('')
  }

  #string(text: string, from: number, out: string[]): number {
    let at = from
    const end = Math.min(text.length, from + LONGEST_RUN - this.#run)
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === BACKSLASH) this.#isEscaped = true
      else if (code === QUOTE) {
        this.#isInString = false
        at += 1
        break
      }
    }
    out.push(text.slice(from, at))
    this.#run += at - from
    if (this.#isInString && this.#run >= LONGEST_RUN) {
      out.push('\n')
      this.#run = 0
    }
    return at
  }

  #structure(text: string, at: number, out: string[]): number {
    const code = text.charCodeAt(at)
    if (SPACES.has(code)) return at + 1
    if (CLOSE.has(code)) {
      this.#depth = Math.max(0, this.#depth - 1)
      if (!this.#isJustOpened) out.push(this.#newLine())
    } else if (this.#isJustOpened) out.push(this.#newLine())
    this.#isJustOpened = OPEN.has(code)
    if (this.#isJustOpened) this.#depth += 1
    if (code === QUOTE) {
      this.#isInString = true
      this.#run = 0
    }
    out.push(text.charAt(at))
    if (code === COMMA) out.push(this.#newLine())
    else if (code === COLON) out.push(' ')
    return at + 1
  }

  #newLine(): string {
    return `\n${INDENT.repeat(Math.min(this.#depth, 40))}`
  }
}
