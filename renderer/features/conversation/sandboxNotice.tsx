import { useState } from 'react'
import { type Conversation, conversationState } from '../../../shared/domain/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { ResumeSandboxDialog } from '../sandboxes/index.ts'
import type { LiveStatus } from './liveStatus.ts'

/** Why the conversation cannot be told anything now, and the way out where there is one. */
export function SandboxNotice({ record, status }: { record: Conversation; status: LiveStatus }) {
  const [isAsking, setIsAsking] = useState(false)
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
        <>
          <Banner
            tone="info"
            isStrip
            title="The sandbox is asleep."
            actions={record.sandboxId !== null && <Button onPress={() => setIsAsking(true)}>Resume sandbox…</Button>}
          >
            All that was stored is shown. New events, tags and commands need the sandbox awake.
          </Banner>
          {isAsking && record.sandboxId !== null && (
            <ResumeSandboxDialog
              connectionId={record.connectionId}
              sandboxId={record.sandboxId}
              onClose={() => setIsAsking(false)}
            />
          )}
        </>
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
