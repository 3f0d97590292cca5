import { useQueryClient } from '@tanstack/react-query'
import type { Sandbox } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { type Affected, ConfirmDialog, conversationTone, conversationWord, plural, shortId } from '../../ui/index.ts'
import type { SandboxAction } from './sandboxStatus.ts'

export interface SandboxActionDialogProps {
  sandbox: Sandbox
  action: SandboxAction
  onClose: () => void
}

/** Pause and resume act on every conversation in the sandbox: they are named, with their run state, before anything happens. */
export function SandboxActionDialog({ sandbox, action, onClose }: SandboxActionDialogProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { connectionId, id, conversations } = sandbox
  const input = { connectionId, id }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={action === 'pause' ? `Pause sandbox ${shortId(id)}?` : `Resume sandbox ${shortId(id)}?`}
      confirmLabel={action === 'pause' ? 'Pause sandbox' : 'Resume sandbox'}
      isDangerous={action === 'pause'}
      affected={{
        heading: `${plural(conversations.length, 'conversation')} in this sandbox`,
        items: affected(sandbox),
        whenNone: 'No conversation is known to live in it.',
      }}
      onConfirm={async (signal) => {
        await (action === 'pause'
          ? client.sandboxes.pause(input, { signal })
          : client.sandboxes.resume(input, { signal }))
        await queries.invalidateQueries({ queryKey: orpc.sandboxes.list.key({ input: { connectionId } }) })
        await queries.invalidateQueries({ queryKey: orpc.conversations.key() })
      }}
    >
      {action === 'pause' ? pauseText(sandbox) : RESUME_TEXT}
    </ConfirmDialog>
  )
}

const RESUME_TEXT =
  'Its compute starts again under a new session key; Handrail takes up each conversation by itself. Where the account has a limit, the server may pause your longest running sandbox to make room. No agent runs until it is told to.'

function pauseText({ conversations }: Sandbox): string {
  const running = conversations.filter(({ executionStatus }) => executionStatus === 'running').length
  const stops = 'Its compute stops for every conversation in it; files stay. Events seen so far stay readable.'
  if (running === 0) return stops
  return `${plural(running, 'agent')} at work in it ${running === 1 ? 'is' : 'are'} cut off. ${stops}`
}

function affected({ conversations }: Sandbox): Affected[] {
  return conversations.map(({ conversationId, title, executionStatus }) => {
    const parts = { executionStatus, sandboxStatus: null }
    return {
      id: conversationId,
      name: title ?? `untitled · ${shortId(conversationId)}`,
      state: executionStatus === null ? 'not running' : conversationWord(parts),
      tone: executionStatus === null ? 'faint' : conversationTone(parts),
    }
  })
}
