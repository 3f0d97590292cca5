import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { Connection } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Button, FailureBanner, Kbd, ProgressBar, plural, SecretField, TextField } from '../../ui/index.ts'
import { useCommand } from '../composer/index.ts'
import { MessageFields } from './messageFields.tsx'
import styles from './newConversation.module.css'
import { readAgentDraft } from './readAgentDraft.ts'

/** Starts a conversation on a bare agent server: it is there at once, and has to be told what its agent is. */
export function AgentStartForm({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { client } = useRpc()
  const navigate = useNavigate()
  const { draft, change, discard, close } = useNewConversation()
  const { command, run } = useCommand<'start'>()
  const keyField = useRef<HTMLInputElement>(null)
  const [hasTried, setHasTried] = useState(false)
  const [, setKeyEdits] = useState(0)
  // One id for every try of the same, so that a try whose answer was lost starts no second one.
  const tried = useRef({ what: '', id: '' })
  const read = readAgentDraft(draft, connection.id, keyField.current?.value ?? '')
  const problems = hasTried ? read.problems : {}
  const count = Object.keys(problems).length
  const isStarting = command.state === 'running'

  async function start() {
    if (isStarting) return
    setHasTried(true)
    const { request, problems: found } = readAgentDraft(draft, connection.id, keyField.current?.value ?? '')
    if (Object.keys(found).length > 0) return
    const what = JSON.stringify({ ...request, modelKey: null })
    if (tried.current.what !== what) tried.current = { what, id: crypto.randomUUID() }
    await run('start', async (signal) => {
      const params = await client.agent.start({ ...request, id: tried.current.id }, { signal })
      discard()
      close()
      void navigate({ to: '/c/$connectionId/$conversationId', params })
      return { note: '' }
    })
  }
  useShortcut({ keys: 'mod+Enter', label: 'Start', scope: 'New conversation', whileTyping: true }, () => void start())

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void start()
      }}
    >
      <MessageFields />
      <TextField
        label="Working folder"
        description="On the machine of the agent server; it is made when it is not there."
        value={draft.workingDir}
        onChange={(workingDir) => change({ workingDir })}
        error={problems.workingDir ?? null}
        isMono
      />
      <div className={styles.pair}>
        <TextField
          label="Model"
          placeholder="provider/model"
          value={draft.model}
          onChange={(model) => change({ model })}
          error={problems.model ?? null}
          isMono
        />
        <TextField
          label="Address of the model"
          placeholder="its provider’s own when empty"
          value={draft.modelUrl}
          onChange={(modelUrl) => change({ modelUrl })}
          error={problems.modelUrl ?? null}
          isMono
        />
      </div>
      <SecretField
        label="Key of the model"
        description="Goes to the agent server once and is kept nowhere here. Empty for a model that wants none."
        inputRef={keyField}
        error={problems.modelKey ?? null}
        onEdit={() => setKeyEdits((edits) => edits + 1)}
      />
      <TextField
        label="Tags"
        placeholder="team=web, ticket=LOG142"
        value={draft.agentTags}
        onChange={(agentTags) => change({ agentTags })}
        error={problems.agentTags ?? null}
        isMono
      />
      {isStarting && <ProgressBar label="Starting the conversation…" onCancel={command.cancel} />}
      {command.state === 'failed' && <FailureBanner failure={command.failure} onRetry={() => void start()} />}
      <div className={styles.actions}>
        <span className={styles.kept}>
          {count > 0
            ? `${plural(count, 'field')} to mend: ${Object.values(problems)[0]}`
            : 'What you type is kept until it is started; the key of the model only while this is open.'}
        </span>
        <Button onPress={onClose}>Close</Button>
        <Button type="submit" variant="primary" isPending={isStarting}>
          Start <Kbd keys="mod+Enter" />
        </Button>
      </div>
    </form>
  )
}
