import { useEffect, useEffectEvent } from 'react'
import { useNewConversation } from '../../state/newConversation.ts'
import { Dialog, EmptyState, FailureBanner } from '../../ui/index.ts'
import { useConnections } from '../connections/index.ts'
import { DraftForm } from './draftForm.tsx'
import { useLeftQueues } from './settleQueue.ts'
import { StartProgress } from './startProgress.tsx'
import { useStart } from './useStart.ts'

/** `pollMs`: how often the start task is asked for; the servers advise some seconds. */
export function NewConversationDialog({ pollMs = 3_000 }: { pollMs?: number }) {
  const { isOpen, followed, close } = useNewConversation()
  const { connections: all } = useConnections()
  // A bare agent server starts no conversation for a console: it wants the agent's whole configuration with it.
  const connections = all.filter(({ kind }) => kind === 'app')
  const starting = useStart(pollMs)
  const { state } = starting
  const followTask = useEffectEvent(starting.followTask)
  useEffect(() => {
    if (followed !== null) followTask(followed)
  }, [followed])

  useLeftQueues(state.phase !== 'editing', pollMs)

  function leave() {
    starting.leave()
    close()
  }

  return (
    <Dialog isOpen={isOpen} onClose={leave} title="New conversation" width="wide">
      {connections.length === 0 ? (
        <EmptyState title={all.length === 0 ? 'No server connected' : 'No app server connected'}>
          {all.length === 0
            ? 'Connect to a server first.'
            : 'A bare agent server starts no conversations for a console. Connect to an app server, or start them where the agent server runs: they appear here by themselves.'}
        </EmptyState>
      ) : (
        <>
          {state.phase === 'editing' && state.failure !== null && <FailureBanner failure={state.failure} />}
          {/* Stays while the start is under way: secret values live in its fields alone. */}
          <div hidden={state.phase !== 'editing'}>
            <DraftForm connections={connections} onStart={starting.start} onClose={leave} />
          </div>
          {state.phase !== 'editing' && <StartProgress state={state} onAskAgain={starting.askAgain} onLeave={leave} />}
        </>
      )}
    </Dialog>
  )
}
