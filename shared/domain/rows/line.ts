import { withoutEscapes } from '../terminalText.ts'
import { isWireObject, textAt } from '../wireValue.ts'

/** Longest summary of a row. */
export const SUMMARY_LENGTH = 200

/** The text as one line of at most `length` UTF-16 units, `…` when cut. Cheap on texts of any size. */
export function oneLine(text: string, length: number = SUMMARY_LENGTH): string {
  // Twice the length leaves room for runs of white space; nobody reads further.
  const head = text.length > length * 4 ? text.slice(0, length * 4) : text
  const line = withoutEscapes(head).replace(/\s+/g, ' ').trim()
  if (line.length <= length && head.length === text.length) return line
  const cut = line.slice(0, length - 1)
  // A cut must not leave half of a surrogate pair.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

const LINE = /\S[^\r\n]*/
/** A first line begins within so much of nearly every text. */
const HEAD_LENGTH = 4_000

/** The first line that is not empty; colours alone are none. */
export function firstLine(text: string): string {
  const found = LINE.exec(withoutEscapes(text.slice(0, HEAD_LENGTH))) ?? LINE.exec(text)
  return found === null ? '' : oneLine(found[0])
}

/** Text of a content list (TextContent, ImageContent; contract §9) or of a bare string. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (isWireObject(part) ? (textAt(part, 'text') ?? '') : typeof part === 'string' ? part : ''))
    .filter((text) => text !== '')
    .join(' ')
}

/** Images of a content list, counted by their URLs. */
export function imageCount(content: unknown): number {
  if (!Array.isArray(content)) return 0
  let images = 0
  for (const part of content) {
    if (isWireObject(part) && part.type === 'image')
      images += Array.isArray(part.image_urls) ? part.image_urls.length : 1
  }
  return images
}

/** `3 items`, `1 item`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** A whole number with a comma at every thousand. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `412k`, `9.8k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M']
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)}${unit}`
}

/** A path as an operator says it: below the workspace, without the folder that every path shares. */
export function shortPath(path: string): string {
  return path.replace(/^\/workspace\/(?:project\/)?(?=.)/, '')
}

/** A compact form of any JSON value for a line. */
export function shortJson(value: unknown): string {
  if (typeof value === 'string') return oneLine(value)
  if (Array.isArray(value) && value.length > 20) return counted(value.length, 'item')
  try {
    return oneLine(JSON.stringify(value) ?? '')
  } catch {
    return 'nested too deeply to show'
  }
}

/** Joins the parts that are there with ` · `. */
export function dotted(...parts: (string | null | false)[]): string {
  return oneLine(parts.filter((part) => typeof part === 'string' && part !== '').join(' · '))
}
