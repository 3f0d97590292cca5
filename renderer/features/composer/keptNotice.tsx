import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner } from '../../ui/index.ts'
import { useCommand } from './useCommand.ts'

export interface KeptNoticeProps {
  conversation: ConversationRef
  note: string
  /** The agent runs: there is nothing left to say. */
  onRun: (note: string) => void
}

/** The message is stored and the run was refused: running is what has to be repeated, never sending. */
export function KeptNotice({ conversation, note, onRun }: KeptNoticeProps) {
  const { client } = useRpc()
  const { command, run } = useCommand<'run'>()
  async function again() {
    await run('run', async (signal) => {
      const answer = await client.conversations.run(conversation, { signal })
      onRun(answer.note)
      return answer
    })
  }
  return (
    <>
      <Banner
        tone="warn"
        title={note}
        actions={
          <Button isPending={command.state === 'running'} onPress={() => void again()}>
            Run the agent
          </Button>
        }
      >
        Run it when another one has finished. Do not send the message again: it would be there twice.
      </Banner>
      {command.state === 'failed' && <FailureBanner failure={command.failure} onRetry={command.retry} />}
    </>
  )
}
