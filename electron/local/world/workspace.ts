import { isObject, type JsonObject, parseJson } from '../json.ts'
import type { Conversation } from './conversation.ts'

/** A file that the agent touched: its text before the first and after the last edit; null where there was none. */
export interface WorkspaceFile {
  original: string | null
  modified: string | null
}

const seen = new WeakMap<Conversation, { length: number; files: Map<string, WorkspaceFile> }>()

/** The files that a conversation's edits left, by absolute path: what its events say is what its workspace holds. */
export function workspaceOf(conversation: Conversation): ReadonlyMap<string, WorkspaceFile> {
  const { events } = conversation.log
  const before = seen.get(conversation)
  const known = before !== undefined && before.length <= events.length ? before : { length: 0, files: new Map() }
  for (const { text } of events.slice(known.length)) {
    // Most events are no edits: their text is not parsed.
    if (text.includes('"new_content"')) apply(known.files, text)
  }
  seen.set(conversation, { length: events.length, files: known.files })
  return known.files
}

/** Changed files below a folder, as git names them; none where nothing is. */
export function changesBelow(
  files: ReadonlyMap<string, WorkspaceFile>,
  root: string,
): { status: string; path: string }[] {
  const below = root.endsWith('/') ? root : `${root}/`
  return [...files]
    .filter(([path, file]) => path.startsWith(below) && file.original !== file.modified)
    .map(([path, file]) => ({ status: statusOf(file), path: path.slice(below.length) }))
    .sort((one, other) => one.path.localeCompare(other.path))
}

function statusOf({ original, modified }: WorkspaceFile): string {
  if (original === null) return 'ADDED'
  return modified === null ? 'DELETED' : 'UPDATED'
}

function apply(files: Map<string, WorkspaceFile>, text: string): void {
  const event = parseJson(text)
  const edit = isObject(event) && isObject(event.observation) ? event.observation : {}
  const path = textOf(edit, 'path')
  const modified = textOf(edit, 'new_content')
  if (path === null || modified === null) return
  const original = files.get(path)?.original ?? (files.has(path) ? null : textOf(edit, 'old_content'))
  files.set(path, { original, modified })
}

function textOf(object: JsonObject, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' ? value : null
}
