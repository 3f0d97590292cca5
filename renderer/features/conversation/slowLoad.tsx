import { useState } from 'react'
import {
  type Conversation,
  type ConversationRef,
  conversationState,
  type SyncState,
} from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner, formatCount, Kbd } from '../../ui/index.ts'
import { ResumeSandboxDialog } from '../sandboxes/index.ts'
import type { LiveStatus } from './liveStatus.ts'

export interface SlowLoadProps {
  conversation: ConversationRef
  record: Conversation
  status: LiveStatus
  state: SyncState | null
}

const SCOPE = 'Slow reading'

/** A history that only the app server can give, page by page: how long it takes, and the ways out of the wait. */
export function SlowLoad({ conversation, record, status, state }: SlowLoadProps) {
  const { client } = useRpc()
  const [failure, setFailure] = useState<unknown>(null)
  const [isWaking, setIsWaking] = useState(false)
  const sync = state?.sync
  const isPaused = sync?.phase === 'paused'
  const slow = sync?.phase === 'paused' ? sync : sync?.phase === 'backfilling' ? sync.slow : null
  const { sandboxId } = record
  const canWake = sandboxId !== null && conversationState(status) === 'sandbox asleep'
  const ask = (name: 'pause' | 'retry' | 'cancel') => {
    setFailure(null)
    client.sync[name](conversation).catch(setFailure)
  }
  const halt = () => ask(isPaused ? 'retry' : 'pause')
  const isEnabled = slow !== null
  useShortcut({ keys: 'y p', label: 'Pause or go on', scope: SCOPE, isEnabled }, halt)
  useShortcut({ keys: 'y c', label: 'Cancel', scope: SCOPE, isEnabled: isEnabled && !isPaused }, () => ask('cancel'))
  useShortcut(
    { keys: 'y w', label: 'Wake the sandbox and read there…', scope: SCOPE, isEnabled: isEnabled && canWake },
    () => setIsWaking(true),
  )
  if (slow === null && !isWaking) return null
  return (
    <>
      {slow !== null && (
        <Banner
          tone="info"
          isStrip
          title={
            isPaused
              ? `Reading is paused at ${formatCount(slow.read)} of ${formatCount(slow.total)} entries.`
              : `Reading slowly: ${formatCount(slow.read)} of ${formatCount(slow.total)} entries, about ${aboutTime(slow.remainingMs)} left.`
          }
          actions={
            <>
              <Button onPress={halt}>
                {isPaused ? 'Go on' : 'Pause'} <Kbd keys="y p" />
              </Button>
              {!isPaused && (
                <Button onPress={() => ask('cancel')}>
                  Cancel <Kbd keys="y c" />
                </Button>
              )}
              {canWake && (
                <Button onPress={() => setIsWaking(true)}>
                  Wake and read… <Kbd keys="y w" />
                </Button>
              )}
            </>
          }
        >
          The app server gives 100 at a time and reads all of them for it. The newest are shown; what is stored stays.
          {canWake && ` Awake, its agent server gives all in about ${aboutTime(slow.awakeMs)}.`}
        </Banner>
      )}
      {failure !== null && <FailureBanner failure={failureOf(failure)} isStrip />}
      {isWaking && sandboxId !== null && (
        <ResumeSandboxDialog
          connectionId={conversation.connectionId}
          sandboxId={sandboxId}
          wish={{
            title: 'Wake the sandbox and read there?',
            confirmLabel: 'Wake and read',
            text: `The sandbox is resumed, and as soon as it runs the rest is read from its agent server${slow === null ? '' : ` in about ${aboutTime(slow.awakeMs)}`}. It then costs running time until somebody pauses it: Handrail does not.`,
          }}
          onClose={() => setIsWaking(false)}
        />
      )}
    </>
  )
}

/** `20 s`, `14 min`, `2 h 10 min`: rounded up, because it is an estimate. */
function aboutTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${Math.max(1, seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
