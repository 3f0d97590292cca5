import type { ConversationRef, Window } from '../../shared/domain/index.ts'

/** The calls that reading a view takes; the router in the same process and the client of a host both have them. */
interface ViewReader {
  view: {
    open(input: {
      conversation: ConversationRef
      filter: object
      order: 'raw'
    }): Promise<{ view: string; count: number }>
    window(input: { view: string; anchor: { position: number }; before: number; after: number }): Promise<Window>
    close(input: { view: string }): Promise<object>
  }
}

const STEP = 400

/** Ids of all events that a page could show now, in the archive's order, and how many positions are gaps. */
export async function archivedIds(
  rpc: ViewReader,
  conversation: ConversationRef,
): Promise<{ ids: string[]; missing: number }> {
  const { view } = await rpc.view.open({ conversation, filter: {}, order: 'raw' })
  const ids: string[] = []
  let missing = 0
  // A long conversation answers its end first and the rest a moment later: the count is taken from each answer.
  for (let position = 0; ; position += STEP) {
    const { rows, count } = await rpc.view.window({ view, anchor: { position }, before: 0, after: STEP - 1 })
    for (const row of rows) {
      if (row.type === 'gap') missing += row.count
      else ids.push(row.id)
    }
    if (position + STEP >= count) break
  }
  await rpc.view.close({ view })
  return { ids, missing }
}

/** The same once nothing is missing; fails when that does not come about. */
export async function allArchivedIds(rpc: ViewReader, conversation: ConversationRef, ms = 10_000): Promise<string[]> {
  const end = Date.now() + ms
  for (;;) {
    const { ids, missing } = await archivedIds(rpc, conversation)
    if (missing === 0) return ids
    if (Date.now() > end) throw new Error(`${missing} of ${ids.length + missing} events are still missing`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
