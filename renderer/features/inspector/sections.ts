/** What Pretty shows of an event, as data: made by `describeEvent`, drawn by `Sections`. */
export type Section =
  | { kind: 'fields'; items: readonly Field[] }
  | { kind: 'markdown'; title: string; source: string }
  | { kind: 'text'; title: string; source: string }
  | { kind: 'terminal'; command: string | null; output: string }
  | { kind: 'diff'; title: string; before: string; after: string }
  | { kind: 'images'; addresses: readonly string[] }
  | { kind: 'tree'; title: string; value: unknown; isOpen: boolean }

export interface Field {
  name: string
  value: string
  tone?: 'danger' | 'warn' | 'prose'
}

/** Fields that have a value, as one section; none when there is none. */
export function fields(...items: (Field | null)[]): Section[] {
  const kept = items.filter((item): item is Field => item !== null && item.value !== '')
  return kept.length === 0 ? [] : [{ kind: 'fields', items: kept }]
}

export function field(name: string, value: string | number | boolean | null, tone?: Field['tone']): Field | null {
  if (value === null) return null
  return { name, value: String(value), ...(tone === undefined ? {} : { tone }) }
}

export function markdown(title: string, source: string | null): Section[] {
  return source === null || source.trim() === '' ? [] : [{ kind: 'markdown', title, source }]
}

export function textBlock(title: string, source: string | null): Section[] {
  return source === null || source === '' ? [] : [{ kind: 'text', title, source }]
}

export function images(addresses: readonly string[]): Section[] {
  return addresses.length === 0 ? [] : [{ kind: 'images', addresses }]
}

/** Whatever of an object has no place of its own. */
export function rest(title: string, value: Readonly<Record<string, unknown>>, shown: readonly string[]): Section[] {
  const left = Object.entries(value).filter(([key, item]) => {
    const isEmpty = item === null || item === '' || (Array.isArray(item) && item.length === 0)
    return !isEmpty && !shown.includes(key)
  })
  return left.length === 0 ? [] : [{ kind: 'tree', title, value: Object.fromEntries(left), isOpen: false }]
}
