import type { SQLOutputValue } from 'node:sqlite'

const UUID_LENGTH = 36
const DASHES = new Set([8, 13, 18, 23])
/** Value of a hexadecimal digit as servers write it, by character code; -1 for anything else. */
const DIGIT = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code)))

/**
 * An event id as it is stored: 16 bytes for a UUID as servers write it, else the text (contract §8: others occur). By
 * hand, because it is done for every event that comes.
 */
export function idKey(id: string): Uint8Array | string {
  if (id.length !== UUID_LENGTH) return id
  const key = new Uint8Array(16)
  let digits = 0
  for (let at = 0; at < UUID_LENGTH; at += 1) {
    const code = id.charCodeAt(at)
    if (DASHES.has(at)) {
      if (code !== 0x2d) return id
      continue
    }
    const digit = DIGIT[code] ?? -1
    if (digit < 0) return id
    key[digits >> 1] = ((key[digits >> 1] ?? 0) << 4) | digit
    digits += 1
  }
  return key
}

/** The id of a key. */
export function idOfKey(key: SQLOutputValue | undefined): string {
  if (typeof key === 'string') return key
  if (!(key instanceof Uint8Array)) throw new TypeError('expected an event id in the archive')
  const hex = Buffer.from(key).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
