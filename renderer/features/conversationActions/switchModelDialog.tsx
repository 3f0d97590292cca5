import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { FailureBanner, ProgressBar, Select, TextField } from '../../ui/index.ts'
import type { ActionDialogProps } from './action.ts'
import { ActionForm, fieldFailure } from './actionForm.tsx'
import styles from './conversationActions.module.css'
import { useRecordCommand } from './useRecordCommand.ts'

/** An OpenHands agent takes a saved profile of the account; one behind ACP is told a model by its name. */
export function SwitchModelDialog(props: ActionDialogProps) {
  return props.record.acpServer === null ? <ProfileForm {...props} /> : <AcpForm {...props} />
}

function ProfileForm({ record, onClose }: ActionDialogProps) {
  const { client, orpc } = useRpc()
  const { connectionId, conversationId } = record
  const profiles = useQuery(orpc.settings.profiles.queryOptions({ input: { connectionId } }))
  const failure = useFailure(profiles.error)
  const [name, setName] = useState('')
  const { command, run } = useRecordCommand(onClose)
  const known = profiles.data?.profiles ?? []

  return (
    <ActionForm
      title="Switch profile"
      saveLabel="Switch"
      command={command}
      canSave={name.trim() !== ''}
      onSave={() =>
        run((signal) =>
          client.conversations.switchProfile({ connectionId, conversationId, name: name.trim() }, { signal }),
        )
      }
      onClose={onClose}
    >
      {profiles.isPending && <ProgressBar label="Asking for the account’s profiles…" />}
      {failure !== null && <FailureBanner failure={failure} onRetry={() => void profiles.refetch()} />}
      {known.length > 0 ? (
        <Select
          label="Profile"
          value={name}
          onChange={setName}
          choices={known.map((profile) => ({
            id: profile.name,
            name: profile.name,
            detail: profile.model ?? 'model not said',
          }))}
        />
      ) : (
        !profiles.isPending && (
          <TextField
            label="Profile"
            placeholder="name of a saved profile"
            value={name}
            onChange={setName}
            error={fieldFailure(command, 'profile_name')}
            description={failure === null ? 'The account has no saved profile.' : undefined}
          />
        )
      )}
      <p className={styles.note}>
        {record.model === null ? 'The model in use is not known. ' : `Now ${record.model}. `}
        What the agent does next uses the profile’s model; what it has done stays.
      </p>
    </ActionForm>
  )
}

function AcpForm({ record, onClose }: ActionDialogProps) {
  const { client } = useRpc()
  const { connectionId, conversationId } = record
  const [model, setModel] = useState(record.model ?? '')
  const { command, run } = useRecordCommand(onClose)
  return (
    <ActionForm
      title="Switch model"
      saveLabel="Switch"
      command={command}
      canSave={model.trim() !== '' && model.trim() !== record.model}
      onSave={() =>
        run((signal) =>
          client.conversations.switchAcpModel({ connectionId, conversationId, model: model.trim() }, { signal }),
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Model"
        value={model}
        onChange={setModel}
        error={fieldFailure(command, 'model')}
        isMono
        autoFocus
      />
      <p className={styles.note}>
        As {record.acpServer} names it. Not every agent behind ACP can change its model while it runs.
      </p>
    </ActionForm>
  )
}
