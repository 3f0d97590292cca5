import { nextPageIdOf } from './nextPageId.ts'

/** Pages of a list that is walked, page n+1 in flight while page n is stored. */
export class PagesAhead {
  readonly #ask: (pageId: string | null) => Promise<string>
  readonly #asked = new Set<string>()
  #ahead: { pageId: string; text: Promise<string> } | null = null

  constructor(ask: (pageId: string | null) => Promise<string>) {
    this.#ask = ask
  }

  /** The text of a page; the one after it, when its end names one that was not asked for yet, is asked for then. */
  async page(pageId: string | null): Promise<string> {
    if (pageId !== null) this.#asked.add(pageId)
    const ahead = this.#ahead?.pageId === pageId ? this.#ahead.text : null
    this.#ahead = null
    const text = await (ahead ?? this.#ask(pageId))
    const next = nextPageIdOf(text)
    if (typeof next === 'string' && !this.#asked.has(next)) {
      this.#ahead = { pageId: next, text: this.#ask(next) }
      // A rejection is looked at when that page's turn comes.
      this.#ahead.text.catch(() => undefined)
    }
    return text
  }
}
