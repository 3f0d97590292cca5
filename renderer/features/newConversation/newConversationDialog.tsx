import { useEffect, useEffectEvent, useRef } from 'react'
import { useNewConversation } from '../../state/newConversation.ts'
import { Dialog, EmptyState, FailureBanner, Select } from '../../ui/index.ts'
import { useConnections, useShownConnections } from '../connections/index.ts'
import { AgentStartForm } from './agentStartForm.tsx'
import { DraftForm } from './draftForm.tsx'
import styles from './newConversation.module.css'
import { useLeftQueues } from './settleQueue.ts'
import { StartProgress } from './startProgress.tsx'
import { useStart } from './useStart.ts'

/** `pollMs`: how often the start task is asked for; the servers advise some seconds. */
export function NewConversationDialog({ pollMs = 3_000 }: { pollMs?: number }) {
  const { isOpen, followed, close, draft, change } = useNewConversation()
  const { connections } = useConnections()
  const shown = useShownConnections()
  const starting = useStart(pollMs)
  const { state } = starting
  const followTask = useEffectEvent(starting.followTask)
  useEffect(() => {
    if (followed !== null) followTask(followed)
  }, [followed])

  // A form that hides takes the focus with it, and without one no key reaches the dialog.
  const top = useRef<HTMLDivElement>(null)
  const failure = state.phase === 'editing' ? state.failure : null
  const hasLeftForm = state.phase !== 'editing'
  useEffect(() => {
    if (hasLeftForm || failure !== null) top.current?.focus()
  }, [hasLeftForm, failure])

  useLeftQueues(state.phase !== 'editing', pollMs)

  const connection =
    connections.find(({ id }) => id === draft.connectionId) ??
    shown.find(({ kind }) => kind === 'app') ??
    shown[0] ??
    connections[0]

  function leave() {
    starting.leave()
    close()
  }

  return (
    <Dialog isOpen={isOpen} onClose={leave} title="New conversation" width="wide">
      {connection === undefined ? (
        <EmptyState title="No server connected">Connect to a server first.</EmptyState>
      ) : (
        <div className={styles.top} ref={top} tabIndex={-1}>
          {failure !== null && <FailureBanner failure={failure} />}
          {/* Stays while the start is under way: secret values live in its fields alone. */}
          <div hidden={state.phase !== 'editing'}>
            <div className={styles.form}>
              {connections.length > 1 && (
                <Select
                  label="Server"
                  value={connection.id}
                  onChange={(connectionId) => change({ connectionId, sandboxId: null })}
                  choices={connections.map(({ id, name, baseUrl }) => ({ id, name, detail: baseUrl }))}
                />
              )}
              {connection.kind === 'app' ? (
                <DraftForm connection={connection} onStart={starting.start} onClose={leave} />
              ) : (
                <AgentStartForm key={connection.id} connection={connection} onClose={leave} />
              )}
            </div>
          </div>
          {state.phase !== 'editing' && <StartProgress state={state} onAskAgain={starting.askAgain} onLeave={leave} />}
        </div>
      )}
    </Dialog>
  )
}
