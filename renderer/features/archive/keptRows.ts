import {
  isImported,
  type KeptConversation,
  type ListedConnection,
  sharedBaseUrl,
} from '../../../shared/domain/index.ts'
import { shortId } from '../../ui/index.ts'

export type KeptColumn = 'title' | 'events' | 'bytes' | 'share' | 'last' | 'opened'

export interface KeptSort {
  column: KeptColumn
  isDescending: boolean
}

export interface KeptRow {
  key: string
  name: string
  connection: string
  /** Of the size of its events as JSON; 0 to 1 and more. */
  share: number
  kept: KeptConversation
}

/** All that belongs to one connection. */
export interface KeptConnection {
  id: string
  name: string
  conversations: number
  events: number
  bytes: number
  keepsNothing: boolean
}

/** The conversations whose title, connection or id hold all words, in order. */
export function keptRows(
  conversations: readonly KeptConversation[],
  connections: readonly ListedConnection[],
  text: string,
  { column, isDescending }: KeptSort,
): KeptRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = conversations
    .map((kept) => rowOf(kept, connectionName(kept.connectionId, connections)))
    .filter(({ name, connection, kept }) => {
      const all = `${name} ${connection} ${kept.conversationId}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
  const turn = isDescending ? -1 : 1
  return rows.sort((a, b) => turn * compare(column, a, b) || a.key.localeCompare(b.key))
}

/** The largest first. */
export function keptConnections(
  conversations: readonly KeptConversation[],
  connections: readonly ListedConnection[],
): KeptConnection[] {
  const byId = new Map<string, KeptConnection>()
  const none = { conversations: 0, events: 0, bytes: 0, keepsNothing: false }
  // One that keeps nothing is there, too, to say so.
  for (const { id, name, keepsNothing = false } of connections) byId.set(id, { ...none, id, name, keepsNothing })
  for (const { connectionId, events, bytes } of conversations) {
    const name = connectionName(connectionId, connections)
    const sum = byId.get(connectionId) ?? { ...none, id: connectionId, name }
    byId.set(connectionId, {
      ...sum,
      conversations: sum.conversations + 1,
      events: sum.events + events,
      bytes: sum.bytes + bytes,
    })
  }
  return [...byId.values()].sort((a, b) => b.bytes - a.bytes)
}

export function sumOf(conversations: readonly KeptConversation[]): { events: number; bytes: number } {
  return conversations.reduce((sum, { events, bytes }) => ({ events: sum.events + events, bytes: sum.bytes + bytes }), {
    events: 0,
    bytes: 0,
  })
}

export function keptName({ title, conversationId }: Pick<KeptConversation, 'title' | 'conversationId'>): string {
  return title ?? `untitled · ${shortId(conversationId)}`
}

function connectionName(id: string, connections: readonly ListedConnection[]): string {
  if (isImported(id)) return 'Imported'
  const shared = sharedBaseUrl(id)
  if (shared !== null) return `shared on ${new URL(shared).host}`
  return connections.find((connection) => connection.id === id)?.name ?? 'removed connection'
}

function rowOf(kept: KeptConversation, connection: string): KeptRow {
  return {
    key: `${kept.connectionId}/${kept.conversationId}`,
    name: keptName(kept),
    connection,
    share: kept.rawBytes === 0 ? 0 : kept.bytes / kept.rawBytes,
    kept,
  }
}

function compare(column: KeptColumn, a: KeptRow, b: KeptRow): number {
  switch (column) {
    case 'title':
      return a.name.localeCompare(b.name)
    case 'events':
      return a.kept.events - b.kept.events
    case 'bytes':
      return a.kept.bytes - b.kept.bytes
    case 'share':
      return a.share - b.share
    case 'last':
      return (a.kept.lastEventAt ?? 0) - (b.kept.lastEventAt ?? 0)
    case 'opened':
      return (a.kept.openedAt ?? 0) - (b.kept.openedAt ?? 0)
  }
}
