/** Gives short numbers to words, so that a column of them is a typed array. 0 is "none". */
export class Dictionary {
  readonly #codes = new Map<string, number>()
  readonly #words: string[] = ['']

  codeOf(word: string | null): number {
    if (word === null) return 0
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    // 65,535 different words do not occur; if they do, the rest share "none".
    if (this.#words.length > 0xffff) return 0
    this.#codes.set(word, this.#words.length)
    this.#words.push(word)
    return this.#words.length - 1
  }

  /** The code of a word that is known, or -1. */
  find(word: string): number {
    return this.#codes.get(word) ?? -1
  }

  word(code: number): string | null {
    return code === 0 ? null : (this.#words[code] ?? null)
  }
}
