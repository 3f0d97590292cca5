import { useEffect, useEffectEvent, useState } from 'react'
import type { ConversationRef, LiveFacts } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, Kbd, plural } from '../../ui/index.ts'
import styles from './confirmBar.module.css'
import { PendingList } from './pendingList.tsx'
import { RejectDialog } from './rejectDialog.tsx'
import { useCommand } from './useCommand.ts'

export interface ConfirmBarProps {
  conversation: ConversationRef
  pending: LiveFacts['pending']
  /** Shows a pending action in the timeline. */
  onShow: (eventId: string) => void
  /** It was answered and took the focus with it. */
  onGone: () => void
}

/** The run waits for a person. Every pending action is shown, as the server's only answer is to all of them. */
export function ConfirmBar({ conversation, pending, onShow, onGone }: ConfirmBarProps) {
  const { client } = useRpc()
  const { command, run } = useCommand<'accept' | 'reject'>()
  const [isRejecting, setIsRejecting] = useState(false)
  const isBusy = command.state === 'running'
  const scope = 'Confirmation'
  useFocusPassedOn(onGone)
  useShortcut({ keys: 'a', label: 'Accept all pending actions', scope, isEnabled: !isBusy }, accept)
  useShortcut({ keys: 'r', label: 'Reject all pending actions…', scope, isEnabled: !isBusy }, () =>
    setIsRejecting(true),
  )

  function accept() {
    void run('accept', (signal) =>
      client.conversations.confirm({ ...conversation, accept: true, reason: '' }, { signal }),
    )
  }

  async function reject(reason: string) {
    setIsRejecting(false)
    await run('reject', (signal) =>
      client.conversations.confirm({ ...conversation, accept: false, reason }, { signal }),
    )
  }

  return (
    <section className={styles.bar} aria-label="Confirmation">
      {command.state === 'failed' && <FailureBanner failure={command.failure} onRetry={command.retry} />}
      <div className={styles.line}>
        <h2 className={styles.title}>Confirm</h2>
        <PendingList pending={pending} onShow={onShow} />
        <span className={styles.count}>
          {plural(pending.length, 'action')} pending{pending.length > 1 && ' · the answer is for all of them'}
        </span>
        <span className={styles.actions}>
          {isBusy && <Button onPress={command.cancel}>Stop waiting</Button>}
          <Button isDisabled={isBusy} onPress={() => setIsRejecting(true)}>
            Reject… <Kbd keys="r" />
          </Button>
          <Button
            variant="primary"
            isPending={isBusy && command.name === 'accept'}
            isDisabled={isBusy}
            onPress={accept}
          >
            {pending.length > 1 ? `Accept all ${pending.length}` : 'Accept'} <Kbd keys="a" />
          </Button>
        </span>
      </div>
      <RejectDialog
        isOpen={isRejecting}
        pending={pending}
        onClose={() => setIsRejecting(false)}
        onReject={(reason) => void reject(reason)}
      />
    </section>
  )
}

/** What goes with the focus in it leaves the keys nowhere. */
function useFocusPassedOn(passOn: () => void): void {
  const pass = useEffectEvent(() => {
    if (document.activeElement === document.body) passOn()
  })
  useEffect(() => {
    // After the elements have gone: until then the focus is still on one of them.
    return () => queueMicrotask(() => pass())
  }, [])
}
