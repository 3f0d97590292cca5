import { useState } from 'react'
import { agentTitleProblem } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Check, TextField } from '../../ui/index.ts'
import { useConnections } from '../connections/index.ts'
import type { ActionDialogProps } from './action.ts'
import { ActionForm, fieldFailure } from './actionForm.tsx'
import styles from './conversationActions.module.css'
import { useRecordCommand } from './useRecordCommand.ts'

/**
 * Titles do not travel between the servers (contract §18.4): the account's list has one, the agent server another.
 * The person says where; what is done already is not done again by a retry.
 */
export function RenameDialog({ record, status, onClose }: ActionDialogProps) {
  const { client } = useRpc()
  const { connections } = useConnections()
  const isBare = connections.find(({ id }) => id === record.connectionId)?.kind === 'agent'
  const isAwake = isBare || status.sandboxStatus === 'RUNNING'
  const [text, setText] = useState(record.title ?? '')
  const [wantsAgent, setWantsAgent] = useState(isAwake)
  const [listed, setListed] = useState<string | null>(null)
  const { command, run } = useRecordCommand(onClose)
  const title = text.trim()
  const onAgent = isBare || (isAwake && wantsAgent)
  const problem = onAgent ? agentTitleProblem(text) : null
  const isListedNow = !isBare && listed === title

  function save() {
    const { connectionId, conversationId } = record
    const ref = { connectionId, conversationId }
    run(async (signal) => {
      if (!isBare && !isListedNow) {
        await client.conversations.update({ ...ref, patch: { title: title === '' ? null : title } }, { signal })
        setListed(title)
      }
      if (onAgent) await client.conversations.renameOnAgent({ ...ref, title }, { signal })
      return { note: 'Renamed.' }
    })
  }

  return (
    <ActionForm
      title="Rename conversation"
      saveLabel="Rename"
      command={command}
      canSave={problem === null}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Title"
        placeholder="none"
        value={text}
        onChange={setText}
        error={problem ?? fieldFailure(command, 'title')}
        autoFocus
      />
      {isBare ? (
        <p className={styles.note}>Renamed on the agent server, which is all there is here.</p>
      ) : (
        <>
          <p className={styles.note}>
            Renamed in the account’s list. A server that makes titles by itself may still put its own in its place once.
          </p>
          {isAwake ? (
            <Check
              isSelected={wantsAgent}
              onChange={setWantsAgent}
              description="It keeps a title of its own; neither server tells the other."
            >
              Also on the agent server
            </Check>
          ) : (
            <p className={styles.note}>
              The agent server keeps its own title: it can be changed while the sandbox runs.
            </p>
          )}
        </>
      )}
      {command.state === 'failed' && isListedNow && (
        <Banner tone="warn" title="The account’s list has the new title; the agent server has not." />
      )}
    </ActionForm>
  )
}
