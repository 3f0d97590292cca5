// Electron 22 corrupts its heap when it clones messages for a child process (serialization: 'advanced'): they travel as
// JSON, with the values that JSON does not know tagged.

exports.pack = (value) => {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $: 'number', text: String(value) }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(exports.pack)
  if (value instanceof Date) return { $: 'date', time: value.getTime() }
  if (value instanceof Map) return { $: 'map', items: exports.pack([...value]) }
  if (value instanceof Set) return { $: 'set', items: exports.pack([...value]) }
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    // A cloned Buffer arrives as a Uint8Array.
    return {
      $: 'view',
      type: Buffer.isBuffer(value) ? 'Uint8Array' : value.constructor.name,
      text: bytes.toString('base64'),
    }
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exports.pack(item)]))
}

exports.unpack = (value) => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(exports.unpack)
  if (typeof value.$ === 'string' && Object.hasOwn(unpackers, value.$)) return unpackers[value.$](value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exports.unpack(item)]))
}

const unpackers = {
  undefined: () => undefined,
  bigint: ({ text }) => BigInt(text),
  number: ({ text }) => Number(text),
  date: ({ time }) => new Date(time),
  map: ({ items }) => new Map(exports.unpack(items)),
  set: ({ items }) => new Set(exports.unpack(items)),
  view: ({ type, text }) => {
    const bytes = new Uint8Array(Buffer.from(text, 'base64'))
    return type === 'Uint8Array' ? bytes : new globalThis[type](bytes.buffer)
  },
}
