import type { SQLOutputValue } from 'node:sqlite'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An event id as it is stored: 16 bytes for a UUID as servers write it, else the text (contract §8: others occur). */
export function idKey(id: string): Uint8Array | string {
  return UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id
}

/** The id of a key. */
export function idOfKey(key: SQLOutputValue | undefined): string {
  if (typeof key === 'string') return key
  if (!(key instanceof Uint8Array)) throw new TypeError('expected an event id in the archive')
  const hex = Buffer.from(key).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
