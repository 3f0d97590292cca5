import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Sandbox } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { ConfirmDialog, formatTime, plural, shortId } from '../../ui/index.ts'
import { RoomNote } from './roomNote.tsx'
import { affectedBy, type SandboxAction } from './sandboxStatus.ts'

/** What an action is for, in words of its own. */
export interface SandboxWish {
  title: string
  confirmLabel: string
  /** Said before the consequences. */
  text: string
}

export interface SandboxActionDialogProps {
  connectionId: string
  id: string
  /** Undefined until it is known who is in it; nothing can be confirmed before. */
  sandbox: Sandbox | undefined
  /** All that are known: one that wakes may cost others their place. */
  sandboxes: readonly Sandbox[]
  action: SandboxAction
  wish?: SandboxWish
  onClose: () => void
  /** Said in place of the consequences until then. */
  children?: ReactNode
}

const VERBS: Record<SandboxAction, string> = { pause: 'Pause', resume: 'Resume', delete: 'Delete' }

/** What is done to a sandbox is done to every conversation in it: they are named, with their run state, before it happens. */
export function SandboxActionDialog(props: SandboxActionDialogProps) {
  const { connectionId, id, sandbox, sandboxes, action, wish, onClose, children } = props
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={wish?.title ?? `${VERBS[action]} sandbox ${shortId(id)}?`}
      confirmLabel={wish?.confirmLabel ?? `${VERBS[action]} sandbox`}
      canConfirm={sandbox !== undefined}
      isDangerous={action !== 'resume'}
      {...(sandbox && {
        affected: {
          heading: `${plural(sandbox.conversations.length, 'conversation')} in this sandbox`,
          items: affectedBy(sandbox),
          whenNone: 'No conversation is known to live in it.',
        },
      })}
      onConfirm={async (signal) => {
        await client.sandboxes[action]({ connectionId, id }, { signal })
        await queries.invalidateQueries({ queryKey: orpc.sandboxes.list.key({ input: { connectionId } }) })
        await queries.invalidateQueries({ queryKey: orpc.conversations.key() })
      }}
    >
      {wish !== undefined && <p>{wish.text}</p>}
      {sandbox === undefined ? children : consequences(sandbox, sandboxes, action)}
    </ConfirmDialog>
  )
}

function consequences(sandbox: Sandbox, sandboxes: readonly Sandbox[], action: SandboxAction): ReactNode {
  switch (action) {
    case 'pause':
      return `${cutOff(sandbox)}Its compute stops for every conversation in it; files stay. Events seen so far stay readable.`
    case 'resume':
      return (
        <>
          Its compute starts again under a new session key; Handrail takes up each conversation by itself. No agent runs
          until it is told to.
          <RoomNote sandboxes={sandboxes} connectionId={sandbox.connectionId} waking={sandbox.id} />
        </>
      )
    case 'delete':
      return `${cutOff(sandbox)}${lossText(sandbox)}Its files and processes are gone for good, and no conversation in it can go on. Their history stays readable.`
  }
}

function cutOff({ conversations }: Sandbox): string {
  const running = conversations.filter(({ executionStatus }) => executionStatus === 'running').length
  return running === 0 ? '' : `${plural(running, 'agent')} at work in it ${running === 1 ? 'is' : 'are'} cut off. `
}

function lossText({ absence }: Sandbox): string {
  if (absence === null) return ''
  return `It was seen MISSING ${absence.seen} times since ${formatTime(absence.since)}; should its runtime only have been out of reach, this deletes a sandbox that still lives. `
}
