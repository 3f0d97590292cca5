import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure, SharedLook } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import type { OpenRequest } from './openInput.ts'

export type Opening =
  | { state: 'idle' }
  | { state: 'looking'; request: OpenRequest; cancel: () => void }
  | { state: 'found'; request: OpenRequest; look: SharedLook }
  | { state: 'failed'; request: OpenRequest; failure: Failure }

/** Asks a server what it shows of a conversation. `open` answers what was found, null when it failed or was cancelled. */
export function useOpenShared(): { opening: Opening; open: (request: OpenRequest) => Promise<SharedLook | null> } {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const [opening, setOpening] = useState<Opening>({ state: 'idle' })

  async function open(request: OpenRequest): Promise<SharedLook | null> {
    const abort = new AbortController()
    setOpening({ state: 'looking', request, cancel: () => abort.abort() })
    try {
      const look = await client.shared.open(request, { signal: abort.signal })
      setOpening({ state: 'found', request, look })
      await queries.invalidateQueries({ queryKey: orpc.shared.viewed.key() })
      return look
    } catch (error) {
      const failure = failureOf(error)
      setOpening(abort.signal.aborted ? { state: 'idle' } : { state: 'failed', request, failure })
      return null
    }
  }

  return { opening, open }
}
