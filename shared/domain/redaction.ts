import { isWireObject, type WireObject } from './wireValue.ts'

/** What stands in the place of a secret; names how many UTF-16 units it had. The gateway writes the same one. */
export function redactionMarker(length: number): string {
  return `[redacted:${length}]`
}

const MARKER = /^\[redacted:\d+\]$/
const MARKERS = /\[redacted:\d+\]/g

/** Deeper values cannot be checked within the stack and are redacted whole. */
const DEEPEST = 400

/** Secret wherever they occur. */
const SECRET_FIELDS = new Set(['encrypted_content', 'session_api_key'])
/** Secret in state updates and records only; elsewhere these are ordinary words (contract §9.3). */
const STATE_FIELDS = new Set(['agent', 'agent_state', 'secret_registry'])
/** Their values are secret one by one in state updates and records; the names stay. */
const STATE_MAPS = new Set(['headers', 'env', 'initial_env'])
/** Maps whose keys are names given by people or usage ids (`agent` is one), not fields. */
const NAME_MAPS = new Set(['tags', 'usage_to_metrics'])

/** `tkn=` of a VS Code address, also percent-encoded any number of times (contract §4). */
const URL_TOKEN =
  /((?<=^|[^A-Za-z0-9_]|%(?:25)*(?:3f|26))tkn(?:=|%(?:25)*3d))((?!\[redacted:)(?:(?!%(?:25)*26)[^&\s"'<>#\\])+)/gi

export interface Redaction<T = unknown> {
  /** The same value where nothing was secret, else a copy. */
  value: T
  count: number
}

/** `state`: a state update's or a record's content, where more names are secret. */
export type RedactionScope = 'event' | 'state'

/**
 * False when redaction of the JSON text's values by field cannot change anything, so that walking it is saved.
 * Escaped ASCII in the text could hide a name and so counts as true.
 */
export function mayHoldSecretFields(text: string): boolean {
  return (
    text.includes('encrypted_content') ||
    text.includes('session_api_key') ||
    /tkn/i.test(text) ||
    (text.includes('u00') && /u00[2-7]/i.test(text))
  )
}

/** Markers in a text, whoever put them there. */
export function countMarkers(text: string): number {
  return text.includes('[redacted:') ? (text.match(MARKERS)?.length ?? 0) : 0
}

/** Redacts one wire event by field (architecture decision 12). Idempotent; does not change its input. */
export function redactEvent(event: WireObject): Redaction<WireObject> {
  if (event.kind !== 'ConversationStateUpdateEvent') return redactObject(event, 'event', 0)
  const key = event.key
  if (typeof key === 'string' && STATE_FIELDS.has(key)) {
    const hidden = hide(event.value)
    const rest = redactObject({ ...event, value: null }, 'event', 0)
    return { value: { ...rest.value, value: hidden.value }, count: rest.count + hidden.count }
  }
  if (typeof key === 'string' && NAME_MAPS.has(key)) return redactObject(event, 'event', 0)
  return redactObject(event, 'state', 0)
}

/** Redacts any JSON value by field. Idempotent; does not change its input. */
export function redactFields(value: unknown, scope: RedactionScope): Redaction {
  return redactValue(value, scope, 0)
}

function redactValue(value: unknown, scope: RedactionScope, depth: number): Redaction {
  if (typeof value === 'string') return redactText(value, scope, depth)
  if (typeof value !== 'object' || value === null) return { value, count: 0 }
  if (depth > DEEPEST) return { value: redactionMarker(0), count: 1 }
  if (isWireObject(value)) return redactObject(value, scope, depth)
  return Array.isArray(value) ? redactList(value, scope, depth) : { value, count: 0 }
}

function redactList(list: readonly unknown[], scope: RedactionScope, depth: number): Redaction {
  let copy: unknown[] | null = null
  let count = 0
  for (const [at, item] of list.entries()) {
    const done = redactValue(item, scope, depth + 1)
    if (done.count === 0) continue
    copy ??= [...list]
    copy[at] = done.value
    count += done.count
  }
  return { value: copy ?? list, count }
}

function redactObject(object: WireObject, scope: RedactionScope, depth: number): Redaction<WireObject> {
  let changes: [string, unknown][] | null = null
  let count = 0
  for (const key in object) {
    const done = redactField(key, object[key], scope, depth)
    if (done.count === 0) continue
    changes ??= []
    changes.push([key, done.value])
    count += done.count
  }
  if (changes === null) return { value: object, count: 0 }
  // Not by assignment or spread of a literal: a key may be `__proto__`.
  return { value: Object.fromEntries([...Object.entries(object), ...changes]), count }
}

function redactField(key: string, value: unknown, scope: RedactionScope, depth: number): Redaction {
  if (SECRET_FIELDS.has(key)) return hide(value)
  if (scope === 'event') return redactValue(value, scope, depth + 1)
  if (STATE_FIELDS.has(key)) return hide(value)
  if (STATE_MAPS.has(key)) return hideEach(value)
  return redactValue(value, NAME_MAPS.has(key) ? 'event' : scope, depth + 1)
}

/** Empty values tell nothing and stay, so that "not set" can be seen. */
function hide(value: unknown): Redaction {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return { value, count: 0 }
  if (typeof value === 'string') {
    return MARKER.test(value) ? { value, count: 0 } : { value: redactionMarker(value.length), count: 1 }
  }
  if (typeof value === 'object' && Object.keys(value).length === 0) return { value, count: 0 }
  return { value: redactionMarker(lengthOf(value)), count: 1 }
}

function hideEach(value: unknown): Redaction {
  if (!isWireObject(value)) return hide(value)
  const entries = Object.entries(value).map(([name, item]) => [name, hide(item)] as const)
  const count = entries.reduce((sum, [, item]) => sum + item.count, 0)
  return { value: Object.fromEntries(entries.map(([name, item]) => [name, item.value])), count }
}

function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0
  } catch {
    return 0 // nested too deeply to be written
  }
}

function redactText(text: string, scope: RedactionScope, depth: number): Redaction {
  const inner = depth > DEEPEST ? null : parsedJson(text, scope)
  if (inner !== null) {
    const done = redactValue(inner, scope, depth + 1)
    if (done.count > 0) return { value: JSON.stringify(done.value), count: done.count }
  }
  if (!/tkn/i.test(text)) return { value: text, count: 0 }
  let count = 0
  const value = text.replace(URL_TOKEN, (_all, name: string, token: string) => {
    count += 1
    return name + redactionMarker(token.length)
  })
  return { value, count }
}

/** The JSON object or list that a string holds (`log_data`, tool arguments); null when it holds none. */
function parsedJson(text: string, scope: RedactionScope): unknown {
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[' && first !== '"') return null
  if (scope === 'event' && !mayHoldSecretFields(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
