/** A word is compared by so many letters: longer ones are keys, hashes and encoded files. */
const LONGEST_WORD = 64

// Scripts that put no space between words: each sign is a word, and a word of a query a sequence of them.
const SIGN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}'
// Without set subtraction (the `v` flag), which older engines lack.
const WORD = new RegExp(`[${SIGN}]|(?:(?![${SIGN}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const ASCII_WORD = /[A-Za-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const IS_ASCII = /^[\x00-\x7f]*$/

export interface Word {
  /** As it is compared: small letters, without accents. */
  folded: string
  start: number
  end: number
}

/** Words of a text in order. What is neither letter nor digit separates them: `foo_bar.ts` is three. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(IS_ASCII.test(text) ? ASCII_WORD : WORD)) {
    const [word] = match
    yield { folded: foldedWord(word), start: match.index, end: match.index + word.length }
  }
}

/**
 * The text as the index takes it, whose tokenizer splits at everything of ASCII that is neither letter nor digit and
 * folds only ASCII letters: with the same words in the same order as `wordsOf` gives.
 */
export function indexedText(text: string): string {
  if (IS_ASCII.test(text))
    return mayHoldLongWord(text) ? text.replace(ASCII_WORD, (word) => word.slice(0, LONGEST_WORD)) : text
  let words = ''
  for (const { folded } of wordsOf(text)) words += `${folded} `
  return words
}

/** A word that is too long covers one of every so many places and what is around it. Texts mostly have none. */
function mayHoldLongWord(text: string): boolean {
  for (let at = LONGEST_WORD; at < text.length; at += LONGEST_WORD) {
    let start = at
    while (start >= 0 && isAsciiWordCode(text.charCodeAt(start))) start -= 1
    let end = at
    while (start < at && end < text.length && isAsciiWordCode(text.charCodeAt(end))) end += 1
    if (end - start > LONGEST_WORD) return true
  }
  return false
}

function isAsciiWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}

function foldedWord(word: string): string {
  const cut = word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word
  const small = cut.toLowerCase()
  return IS_ASCII.test(small) ? small : small.normalize('NFD').replace(/\p{M}+/gu, '')
}
