import { useState } from 'react'
import type { Failure } from '../../../shared/domain/index.ts'
import { failureOf } from '../../rpc/index.ts'

export interface Action {
  isBusy: boolean
  failure: Failure | null
  /** True after the wait was given up: the server may have done it all the same. */
  wasLeft: boolean
  /** Answers whether it succeeded; a failure is in `failure`. */
  run: (call: (signal: AbortSignal) => Promise<unknown>) => Promise<boolean>
  /** Gives up waiting. */
  leave: () => void
  clear: () => void
}

/** One call at a time that a person waits for. */
export function useAction(): Action {
  const [underWay, setUnderWay] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wasLeft, setWasLeft] = useState(false)
  const clear = () => {
    setFailure(null)
    setWasLeft(false)
  }
  return {
    isBusy: underWay !== null,
    failure,
    wasLeft,
    clear,
    leave: () => underWay?.abort(),
    async run(call) {
      const abort = new AbortController()
      setUnderWay(abort)
      clear()
      try {
        await call(abort.signal)
        return true
      } catch (error) {
        if (abort.signal.aborted) setWasLeft(true)
        else setFailure(failureOf(error))
        return false
      } finally {
        setUnderWay(null)
      }
    },
  }
}
