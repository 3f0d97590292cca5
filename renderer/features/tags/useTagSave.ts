import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type {
  ConversationRef,
  Failure,
  TagChange,
  TagEdit,
  TagMap,
  TagSaveStage,
} from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'

export type TagSave =
  | { phase: 'editing'; failure: Failure | null }
  | { phase: 'saving'; stage: TagSaveStage | null }
  /** Nothing was written: somebody else changed the same keys. */
  | { phase: 'conflict'; conflicts: readonly TagChange[]; tags: TagMap }
  /** Written on the agent server; the rest is waiting for the app server to show it. */
  | { phase: 'saved'; stage: TagSaveStage; failure: Failure | null; edit: TagEdit; merged: readonly TagChange[] }

/** Saves an edit and follows its stages. Once saved, leaving only ends the watching. */
export function useTagSave(conversation: ConversationRef) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const [save, setSave] = useState<TagSave>({ phase: 'editing', failure: null })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start(edit: TagEdit) {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    let last: TagSaveStage | null = null
    let merged: readonly TagChange[] = []
    setSave({ phase: 'saving', stage: null })
    try {
      for await (const stage of await client.tags.save({ ...conversation, edit }, { signal: own.signal })) {
        last = stage
        if (stage.stage === 'writing') merged = stage.merged
        const isSaved = stage.stage === 'saved' || stage.stage === 'visible' || stage.stage === 'not-visible'
        if (own.signal.aborted) return
        if (stage.stage === 'conflict')
          return setSave({ phase: 'conflict', conflicts: stage.conflicts, tags: stage.tags })
        setSave(isSaved ? { phase: 'saved', stage, failure: null, edit, merged } : { phase: 'saving', stage })
        if (isSaved) refresh()
      }
    } catch (error) {
      if (own.signal.aborted) return
      const failure = failureOf(error)
      setSave(
        last?.stage === 'saved'
          ? { phase: 'saved', stage: last, failure, edit, merged }
          : { phase: 'editing', failure },
      )
    }
  }

  function refresh() {
    void queries.invalidateQueries({ queryKey: orpc.tags.read.key({ input: conversation }) })
    void queries.invalidateQueries({ queryKey: orpc.conversations.get.key({ input: conversation }) })
    void queries.invalidateQueries({ queryKey: orpc.conversations.list.key() })
  }

  return {
    save,
    start,
    stop() {
      abort.current?.abort()
      setSave({ phase: 'editing', failure: null })
    },
  }
}
