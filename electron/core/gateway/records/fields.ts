/** Reads fields of a record one by one, so that one wrong field costs that field only (architecture decision 11). */
export interface Fields {
  /** Null when absent, empty or no text. */
  text(name: string): string | null
  number(name: string): number | null
  isTrue(name: string): boolean
  /** Milliseconds since the epoch; a time without a zone means UTC (contract §1.2, §18.4). */
  time(name: string): number | null
  list(name: string): unknown[]
  /** As it came. */
  raw(name: string): unknown
  /** An object field, empty when it is none. */
  object(name: string): Fields
  /** Name and value of every field. */
  entries(): [string, unknown][]
}

export function fieldsOf(record: unknown): Fields {
  const source = isObject(record) ? record : {}
  const get = (name: string): unknown => (Object.hasOwn(source, name) ? source[name] : undefined)
  const text = (name: string) => {
    const value = get(name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    text,
    number(name) {
      const value = get(name)
      return typeof value === 'number' && Number.isFinite(value) ? value : null
    },
    isTrue: (name) => get(name) === true,
    time(name) {
      const value = text(name)
      return value === null ? null : timeOf(value)
    },
    list(name) {
      const value = get(name)
      return Array.isArray(value) ? value : []
    },
    raw: get,
    object: (name) => fieldsOf(get(name)),
    entries: () => Object.entries(source),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function timeOf(text: string): number | null {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = Date.parse(hasZone ? text : `${text}Z`)
  return Number.isNaN(time) ? null : time
}
