import { useEffect, useRef, useState } from 'react'
import { type Conversation, conversationState } from '../../../shared/domain/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { ResumeSandboxDialog } from '../sandboxes/index.ts'
import type { LiveStatus } from './liveStatus.ts'

export interface SandboxNoticeProps {
  record: Conversation
  status: LiveStatus
}

/** Why the conversation cannot be told anything now, and the way out where there is one. */
export function SandboxNotice({ record, status }: SandboxNoticeProps) {
  const { connectionId, sandboxId } = record
  const [isAsking, setIsAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  // A resume may take the button away that asked for it: the focus then stays where the button was.
  useEffect(() => {
    if (wasAsking.current && !isAsking && place.current?.querySelector('button') === null) place.current.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  return (
    <div ref={place} tabIndex={-1}>
      <Notice record={record} status={status} onResume={sandboxId === null ? undefined : () => setIsAsking(true)} />
      {isAsking && sandboxId !== null && (
        <ResumeSandboxDialog connectionId={connectionId} sandboxId={sandboxId} onClose={() => setIsAsking(false)} />
      )}
    </div>
  )
}

function Notice({ record, status, onResume }: SandboxNoticeProps & { onResume: (() => void) | undefined }) {
  if (record.isDeleted) {
    return (
      <Banner tone="warn" isStrip title="Deleted on the server.">
        Every event that is stored here stays readable, and so do those that the server still has of it. Nothing can be
        sent any more.
      </Banner>
    )
  }
  switch (conversationState(status)) {
    case 'sandbox asleep':
      return (
        <Banner
          tone="info"
          isStrip
          title="The sandbox is asleep."
          actions={onResume !== undefined && <Button onPress={onResume}>Resume sandbox…</Button>}
        >
          All that was stored is shown. New events, tags and commands need the sandbox awake.
        </Banner>
      )
    case 'sandbox gone':
      return (
        <Banner tone="warn" isStrip title="The sandbox is gone.">
          Its history stays readable; the agent cannot go on.
        </Banner>
      )
    case 'starting':
      return (
        <Banner tone="info" isStrip title="The sandbox is starting.">
          Events arrive by themselves as soon as it runs.
        </Banner>
      )
    default:
      return null
  }
}
