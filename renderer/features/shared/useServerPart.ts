import { useState } from 'react'
import type { ConversationRef, Failure } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'

export interface PartFields {
  /** A kind of event, or `any`. */
  kind: string
  /** Naive UTC as typed; empty for no limit. */
  from: string
  before: string
  order: 'oldest' | 'newest'
  limit: string
}

export const WHOLE: PartFields = { kind: 'any', from: '', before: '', order: 'oldest', limit: '100' }

export type Asking = { call: 'count' | 'fetch'; cancel: () => void }

export interface ServerPart {
  asking: Asking | null
  failure: Failure | null
  count: number | null
  /** Of all pages fetched so far. */
  fetched: { events: number; added: number; nextPageId: string | null } | null
  ask: (call: 'count' | 'fetch') => void
  /** The fields changed: what was answered was about another part. */
  reset: () => void
}

/** Asks the server for a part of a shared conversation; what it gives goes into the archive, page by page. */
export function useServerPart(conversation: ConversationRef, fields: PartFields): ServerPart {
  const { client } = useRpc()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [count, setCount] = useState<number | null>(null)
  const [fetched, setFetched] = useState<ServerPart['fetched']>(null)

  async function run(call: 'count' | 'fetch'): Promise<void> {
    const abort = new AbortController()
    const { signal } = abort
    setAsking({ call, cancel: () => abort.abort() })
    setFailure(null)
    const { kind, from, before, order, limit } = fields
    const part = {
      ...conversation,
      kind: kind === 'any' ? null : kind,
      from: from.trim() === '' ? null : from.trim(),
      before: before.trim() === '' ? null : before.trim(),
    }
    try {
      if (call === 'count') {
        setCount((await client.shared.count(part, { signal })).count)
      } else {
        const pageId = fetched?.nextPageId ?? null
        const input = { ...part, newestFirst: order === 'newest', pageId, limit: Number(limit) }
        const page = await client.shared.fetch(input, { signal })
        const earlier = pageId === null || fetched === null ? { events: 0, added: 0 } : fetched
        setFetched({
          events: earlier.events + page.ids.length,
          added: earlier.added + page.inserted,
          nextPageId: page.nextPageId,
        })
      }
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error))
    } finally {
      setAsking(null)
    }
  }

  return {
    asking,
    failure,
    count,
    fetched,
    ask: (call) => void run(call),
    reset() {
      setFailure(null)
      setCount(null)
      setFetched(null)
    },
  }
}
