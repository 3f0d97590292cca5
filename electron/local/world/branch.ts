import { isObject, parseJson } from '../json.ts'
import type { EventLog, StoredEvent } from './eventLog.ts'

/** A state update carries a parent and never becomes one (contract §8). */
export function isNode(event: StoredEvent): boolean {
  return event.kind !== 'ConversationStateUpdateEvent'
}

/**
 * The nodes from the root to an event, oldest first, and the event itself whatever it is. A node without a parent, as
 * older servers write them, follows the node before it in the log.
 */
export function branchTo(log: EventLog, id: string): StoredEvent[] {
  const branch: StoredEvent[] = []
  let position = log.positionOf(id)
  while (position !== undefined && position >= 0) {
    const event = log.events[position]
    if (event === undefined) break
    branch.push(event)
    const parent = parentOf(event)
    if (parent === '__root__') break
    position = parent === undefined ? nodeBefore(log, position) : log.positionOf(parent)
  }
  return branch.reverse()
}

function parentOf(event: StoredEvent): string | undefined {
  const parsed = parseJson(event.text)
  return isObject(parsed) && typeof parsed.parent_id === 'string' ? parsed.parent_id : undefined
}

function nodeBefore(log: EventLog, position: number): number {
  let before = position - 1
  for (let event = log.events[before]; event !== undefined && !isNode(event); event = log.events[before]) before -= 1
  return before
}
