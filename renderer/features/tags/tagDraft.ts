import { type TagChange, type TagEdit, tagKeyProblem, tagValueProblem } from '../../../shared/domain/index.ts'

/** One line of the editor. `savedKey` names the tag it was read from; null for a new one. */
export interface TagLine {
  id: number
  savedKey: string | null
  key: string
  value: string
  isRemoved: boolean
}

export type Tags = Readonly<Record<string, string>>

export function linesOf(tags: Tags): TagLine[] {
  return Object.entries(tags)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, value], id) => ({ id, savedKey: key, key, value, isRemoved: false }))
}

export interface LineProblems {
  key: string | null
  value: string | null
}

/** What is wrong with a line; an empty new line is not wrong, it is nothing. */
export function lineProblems(line: TagLine, lines: readonly TagLine[]): LineProblems {
  if (line.isRemoved || isBlank(line)) return { key: null, value: null }
  const isTwice = lines.some((other) => other.id !== line.id && !other.isRemoved && other.key === line.key)
  return {
    key: tagKeyProblem(line.key) ?? (isTwice ? 'There is another tag with this key.' : null),
    value: tagValueProblem(line.value),
  }
}

export function isBlank(line: TagLine): boolean {
  return line.savedKey === null && line.key === '' && line.value === ''
}

/** The lines after somebody else changed the map: what was not edited follows them, what was edited stays. */
export function rebase(lines: readonly TagLine[], before: Tags, now: Tags): TagLine[] {
  const isEdited = (line: TagLine) =>
    line.isRemoved || line.key !== line.savedKey || (line.savedKey !== null && before[line.savedKey] !== line.value)
  const kept = lines.flatMap((line) => {
    if (line.savedKey === null || isEdited(line)) return [line]
    const theirs = now[line.savedKey]
    return theirs === undefined ? [] : [{ ...line, value: theirs }]
  })
  const known = new Set(kept.flatMap(({ savedKey, key }) => [savedKey, key]))
  const added = Object.entries(now).filter(([key]) => !known.has(key))
  const nextId = Math.max(0, ...kept.map(({ id }) => id)) + 1
  return [
    ...added.map(([key, value], index) => ({ id: nextId + index, savedKey: key, key, value, isRemoved: false })),
    ...kept,
  ]
}

/** The lines with the other's value in place of one's own, for these keys. */
export function takeTheirs(lines: readonly TagLine[], changes: readonly TagChange[]): TagLine[] {
  return lines.flatMap((line) => {
    const change = changes.find(({ key }) => key === line.key || key === line.savedKey)
    if (change === undefined) return [line]
    if (change.theirs === null) return []
    return [{ ...line, savedKey: change.key, key: change.key, value: change.theirs, isRemoved: false }]
  })
}

/** What to write and what to remove against the map that was read. */
export function editOf(lines: readonly TagLine[], tags: Tags): TagEdit {
  const kept = lines.filter((line) => !line.isRemoved && !isBlank(line))
  const changed = kept.filter(({ key, value }) => tags[key] !== value)
  const keptKeys = new Set(kept.map(({ key }) => key))
  const remove = lines.flatMap(({ savedKey }) => (savedKey !== null && !keptKeys.has(savedKey) ? [savedKey] : []))
  return { set: Object.fromEntries(changed.map(({ key, value }) => [key, value])), remove, base: { ...tags } }
}

export function isEmptyEdit({ set, remove }: Pick<TagEdit, 'set' | 'remove'>): boolean {
  return Object.keys(set).length === 0 && remove.length === 0
}
