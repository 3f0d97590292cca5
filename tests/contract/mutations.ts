export interface Mutant {
  /** What was changed, as a reading writes paths: `items[0].kind`. */
  path: string
  change: 'dropped' | 'wrong type' | 'other value'
  value: unknown
}

/** Every value that differs from `value` in one field: it is missing, of another type, or another text. */
export function mutantsOf(value: unknown): Mutant[] {
  return [...mutate(value, '')]
}

function* mutate(value: unknown, path: string): Generator<Mutant> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const at = `${path}[${index}]`
      yield { path: at, change: 'wrong type', value: value.with(index, otherType(item)) }
      for (const inner of mutate(item, at)) yield { ...inner, value: value.with(index, inner.value) }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`
      const { [key]: _, ...others } = { ...value } as Record<string, unknown>
      yield { path: at, change: 'dropped', value: others }
      yield { path: at, change: 'wrong type', value: { ...value, [key]: otherType(item) } }
      if (typeof item === 'string')
        yield { path: at, change: 'other value', value: { ...value, [key]: 'NO_SUCH_VALUE' } }
      for (const inner of mutate(item, at)) yield { ...inner, value: { ...value, [key]: inner.value } }
    }
  }
}

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return 12_345
  if (typeof value === 'number' || typeof value === 'boolean') return ['a list']
  return 'a text'
}
