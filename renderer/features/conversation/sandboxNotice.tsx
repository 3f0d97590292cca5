import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Conversation, conversationState } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, ConfirmDialog, plural, shortId } from '../../ui/index.ts'
import type { LiveStatus } from './liveStatus.ts'

/** Why the conversation cannot be told anything now, and the way out where there is one. */
export function SandboxNotice({ record, status }: { record: Conversation; status: LiveStatus }) {
  const [isAsking, setIsAsking] = useState(false)
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
            <ResumeDialog record={record} sandboxId={record.sandboxId} onClose={() => setIsAsking(false)} />
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

/** Waking a sandbox wakes it for all its conversations: they are named first. */
function ResumeDialog(props: { record: Conversation; sandboxId: string; onClose: () => void }) {
  const { record, sandboxId, onClose } = props
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { connectionId } = record
  const { data } = useQuery(orpc.sandboxes.list.queryOptions({ input: { connectionId } }))
  const attached = data?.find(({ id }) => id === sandboxId)?.conversations
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Resume sandbox ${shortId(sandboxId)}?`}
      confirmLabel="Resume sandbox"
      affected={{
        heading: attached ? `${plural(attached.length, 'conversation')} in this sandbox` : 'Looking who else is in it…',
        items: (attached ?? []).map(({ conversationId, title }) => ({
          id: conversationId,
          name: title ?? `untitled · ${shortId(conversationId)}`,
        })),
        whenNone: attached ? 'No other conversation is known to live in it.' : 'Looking who else is in it…',
      }}
      onConfirm={async (signal) => {
        await client.sandboxes.resume({ connectionId, id: sandboxId }, { signal })
        await queries.invalidateQueries({ queryKey: orpc.conversations.key() })
        await queries.invalidateQueries({ queryKey: orpc.sandboxes.key() })
      }}
    >
      Its compute starts again and counts against the account. No agent runs until it is told to.
    </ConfirmDialog>
  )
}
