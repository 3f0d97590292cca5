/** A JSON object of a server, of which nothing is known yet. */
export type WireObject = { readonly [key: string]: unknown }

/** True for a JSON object (not null, not a list). */
export function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The string at `key`, or null when there is none. */
export function textAt(object: WireObject, key: string): string | null {
  const value = object[key]
  return typeof value === 'string' ? value : null
}

/** The finite number at `key`, or null when there is none. */
export function numberAt(object: WireObject, key: string): number | null {
  const value = object[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The object at `key`, or null when there is none. */
export function objectAt(object: WireObject, key: string): WireObject | null {
  const value = object[key]
  return isWireObject(value) ? value : null
}

/** The list at `key`; empty when there is none. */
export function listAt(object: WireObject, key: string): readonly unknown[] {
  const value = object[key]
  return Array.isArray(value) ? value : []
}
