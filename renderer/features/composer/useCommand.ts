import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/domain/index.ts'
import { failureOf } from '../../rpc/index.ts'

export type CommandState<Name extends string> =
  | { state: 'ready' }
  | { state: 'running'; name: Name; cancel: () => void }
  | { state: 'done'; name: Name; note: string }
  | { state: 'failed'; name: Name; failure: Failure; retry: () => void; dismiss: () => void }

export type CommandCall = (signal: AbortSignal) => Promise<{ note: string }>

/** One command to a server at a time: its progress, its answer in words, or its failure with a way to repeat it. */
export function useCommand<Name extends string>(): {
  command: CommandState<Name>
  run: (name: Name, call: CommandCall) => Promise<boolean>
} {
  const [command, setCommand] = useState<CommandState<Name>>({ state: 'ready' })
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const run = useCallback(async (name: Name, call: CommandCall): Promise<boolean> => {
    if (current.current) return false
    const abort = new AbortController()
    current.current = abort
    setCommand({ state: 'running', name, cancel: () => abort.abort() })
    try {
      const { note } = await call(abort.signal)
      setCommand({ state: 'done', name, note })
      return true
    } catch (error) {
      if (abort.signal.aborted) setCommand({ state: 'ready' })
      else {
        setCommand({
          state: 'failed',
          name,
          failure: failureOf(error),
          retry: () => void run(name, call),
          dismiss: () => setCommand({ state: 'ready' }),
        })
      }
      return false
    } finally {
      current.current = null
    }
  }, [])
  return { command, run }
}
