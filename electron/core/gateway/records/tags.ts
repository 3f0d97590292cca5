import type { Fields } from './fields.ts'

/** The pairs whose value is text; the app server's view also holds keys that break the rule for writing (contract §6). */
export function tagsOf(fields: Fields): Record<string, string> {
  const pairs = fields.object('tags').entries()
  // A tag called `__proto__` is data, not a prototype: Object.fromEntries defines, assignment would not.
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}
