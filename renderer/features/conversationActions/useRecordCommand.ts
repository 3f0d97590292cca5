import { useQueryClient } from '@tanstack/react-query'
import { useRpc } from '../../rpc/index.ts'
import { type CommandCall, type CommandState, useCommand } from '../composer/index.ts'

/** One command that changes records: what is shown of them is asked for again, and `onDone` called, once it is done. */
export function useRecordCommand(onDone: () => void): {
  command: CommandState<'save'>
  run: (call: CommandCall) => void
} {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const { command, run } = useCommand<'save'>()

  /** Around the call itself, so that a retry does the same. */
  const finishing =
    (call: CommandCall): CommandCall =>
    async (signal) => {
      const answer = await call(signal)
      void queries.invalidateQueries({ queryKey: orpc.conversations.key() })
      onDone()
      return answer
    }
  return { command, run: (call) => void run('save', finishing(call)) }
}
