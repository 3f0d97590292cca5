import type { FormEvent } from 'react'
import type { Connection } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Button, Check, Dialog, EmptyState, FailureBanner, Kbd, Select, TextField } from '../../ui/index.ts'
import { useConnections, useShownConnections } from '../connections/index.ts'
import styles from './newConversation.module.css'
import { SandboxChoice } from './sandboxChoice.tsx'
import { StartProgress } from './startProgress.tsx'
import { useStart } from './useStart.ts'

/** `pollMs`: how often the start task is asked for; the servers advise some seconds. */
export function NewConversationDialog({ pollMs = 2_000 }: { pollMs?: number }) {
  const { isOpen, close } = useNewConversation()
  const { connections: all } = useConnections()
  // A bare agent server starts no conversation for a console: it wants the agent's whole configuration with it.
  const connections = all.filter(({ kind }) => kind === 'app')
  const starting = useStart(pollMs)
  const { state } = starting

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
      ) : state.phase === 'editing' ? (
        <>
          {state.failure !== null && <FailureBanner failure={state.failure} />}
          <DraftForm connections={connections} onStart={starting.start} onClose={leave} />
        </>
      ) : (
        <StartProgress state={state} onAskAgain={starting.askAgain} onLeave={leave} />
      )}
    </Dialog>
  )
}

interface DraftFormProps {
  connections: readonly Connection[]
  onStart: (draft: ReturnType<typeof useNewConversation.getState>['draft'] & { connectionId: string }) => void
  onClose: () => void
}

function DraftForm({ connections, onStart, onClose }: DraftFormProps) {
  const { draft, change } = useNewConversation()
  const shown = useShownConnections()
  const connection =
    connections.find(({ id }) => id === draft.connectionId) ??
    shown.find(({ kind }) => kind === 'app') ??
    connections[0]
  const canStart = draft.text.trim() !== '' && connection !== undefined

  function start() {
    if (canStart) onStart({ ...draft, connectionId: connection.id })
  }
  useShortcut({ keys: 'mod+Enter', label: 'Start', scope: 'New conversation', whileTyping: true }, start)

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        start()
      }}
    >
      {connections.length > 1 && connection !== undefined && (
        <Select
          label="Server"
          value={connection.id}
          onChange={(connectionId) => change({ connectionId, sandboxId: null })}
          choices={connections.map(({ id, name, baseUrl }) => ({ id, name, detail: baseUrl }))}
        />
      )}
      <TextField
        label="Message"
        placeholder="What should the agent do?"
        rows={5}
        value={draft.text}
        onChange={(text) => change({ text })}
        autoFocus
      />
      <Check
        isSelected={draft.run}
        onChange={(run) => change({ run })}
        description={
          draft.run ? 'It begins as soon as the conversation is ready.' : 'The message waits until you run the agent.'
        }
      >
        Run the agent on it
      </Check>
      <TextField
        label="Title"
        placeholder="the server makes one when empty"
        value={draft.title}
        onChange={(title) => change({ title })}
        maxLength={200}
      />
      {connection !== undefined && (
        <>
          <div className={styles.pair}>
            <TextField
              label="Repository"
              placeholder="owner/name, or none"
              value={draft.repository}
              onChange={(repository) => change({ repository })}
              error={repositoryProblem(draft.repository)}
              isMono
            />
            <TextField
              label="Branch"
              placeholder="the default branch"
              value={draft.branch}
              onChange={(branch) => change({ branch })}
              isMono
            />
          </div>
          <SandboxChoice
            connection={connection}
            value={draft.sandboxId}
            onChange={(sandboxId) => change({ sandboxId })}
          />
        </>
      )}
      <div className={styles.actions}>
        <span className={styles.kept}>What you type is kept until it is started.</span>
        <Button onPress={onClose}>Close</Button>
        <Button type="submit" variant="primary" isDisabled={!canStart || repositoryProblem(draft.repository) !== null}>
          Start <Kbd keys="mod+Enter" />
        </Button>
      </div>
    </form>
  )
}

/** The server's own rule (contract §2): exactly one slash, and nothing that a shell would read. */
function repositoryProblem(repository: string): string | null {
  const name = repository.trim()
  return name === '' || /^[^/;&|$`\s]+\/[^/;&|$`\s]+$/.test(name) ? null : 'A repository is named owner/name.'
}
