import type { TagChange } from '../../../shared/domain/index.ts'

/** What somebody else did to a tag, e.g. `team is now “core” (it was “web”)`. */
export function changeText({ key, seen, theirs }: TagChange): string {
  if (theirs === null) return `${key} was removed (it was “${seen}”)`
  return seen === null ? `${key} is new: “${theirs}”` : `${key} is now “${theirs}” (it was “${seen}”)`
}
