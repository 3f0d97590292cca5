import type { ConversationRef, Filter, Window } from '../../shared/domain/index.ts'

/** The calls that reading a view takes; the router in the same process and the client of a host both have them. */
interface ViewReader {
  view: {
    open(input: {
      conversation: ConversationRef
      filter: Filter
      order: 'raw'
    }): Promise<{ view: string; count: number }>
    window(input: { view: string; anchor: { position: number }; before: number; after: number }): Promise<Window>
    close(input: { view: string }): Promise<object>
  }
}

const STEP = 400

/** What a page could show now, in the archive's order. */
export interface Archived {
  ids: string[]
  /** Positions that are gaps. */
  missing: number
}

/** A view that stays open, so that what is read a moment after it was opened is there when it is read again. */
export async function archivedView(
  rpc: ViewReader,
  conversation: ConversationRef,
): Promise<{ read(): Promise<Archived>; close(): Promise<object> }> {
  const { view } = await rpc.view.open({ conversation, filter: [], order: 'raw' })
  return { read: () => readWhole(rpc, view), close: () => rpc.view.close({ view }) }
}

/** What a page that opens the conversation now could show at once. */
export async function archivedIds(rpc: ViewReader, conversation: ConversationRef): Promise<Archived> {
  const view = await archivedView(rpc, conversation)
  const archived = await view.read()
  await view.close()
  return archived
}

/** Ids of all events once none is missing; fails when that does not come about. */
export async function allArchivedIds(rpc: ViewReader, conversation: ConversationRef, ms = 10_000): Promise<string[]> {
  const end = Date.now() + ms
  const view = await archivedView(rpc, conversation)
  try {
    for (;;) {
      const { ids, missing } = await view.read()
      if (missing === 0) return ids
      if (Date.now() > end) throw new Error(`${missing} of ${ids.length + missing} events are still missing`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await view.close()
  }
}

async function readWhole(rpc: ViewReader, view: string): Promise<Archived> {
  const archived: Archived = { ids: [], missing: 0 }
  // A long conversation answers its end first and the rest a moment later: the count is taken from each answer.
  for (let position = 0; ; position += STEP) {
    const { rows, count } = await rpc.view.window({ view, anchor: { position }, before: 0, after: STEP - 1 })
    for (const row of rows) {
      if (row.type === 'gap') archived.missing += row.count
      else archived.ids.push(row.id)
    }
    if (position + STEP >= count) return archived
  }
}
