/** Gives short numbers to words, so that a column of them is a typed array. 0 is "none". */
export class Dictionary {
  readonly #codes = new Map<string, number>()
  readonly #words: string[] = ['']
  readonly #most: number

  /** `most`: the highest number that the column can hold. */
  constructor(most = 0xffff) {
    this.#most = most
  }

  codeOf(word: string | null): number {
    if (word === null) return 0
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    // So many different words do not occur; if they do, the rest share "none".
    if (this.#words.length > this.#most) return 0
    this.#codes.set(word, this.#words.length)
    this.#words.push(word)
    return this.#words.length - 1
  }

  word(code: number): string | null {
    return code === 0 ? null : (this.#words[code] ?? null)
  }

  /** All words, each at its number; an empty one for "none". */
  get words(): readonly string[] {
    return this.#words
  }
}
