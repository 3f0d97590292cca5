import { useState } from 'react'
import { GIT_PROVIDERS } from '../../../shared/contract/index.ts'
import { type Conversation, type ConversationPatch, repositoryProblem } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Select, TextField } from '../../ui/index.ts'
import type { ActionDialogProps } from './action.ts'
import { ActionForm, fieldFailure } from './actionForm.tsx'
import styles from './conversationActions.module.css'
import { useRecordCommand } from './useRecordCommand.ts'

const NONE = 'none'

/** What the record says about the repository. Only what differs is sent; an emptied repository takes the rest along. */
export function RepositoryDialog({ record, onClose }: ActionDialogProps) {
  const { client } = useRpc()
  const [repository, setRepository] = useState(record.repository ?? '')
  const [branch, setBranch] = useState(record.branch ?? '')
  const [provider, setProvider] = useState(record.gitProvider ?? NONE)
  const { command, run } = useRecordCommand(onClose)
  const isCleared = repository.trim() === ''
  const patch = patchOf(record, { repository, branch, provider })
  const problem = repositoryProblem(repository)
  const unknown = GIT_PROVIDERS.some((known) => known === provider) || provider === NONE ? [] : [provider]

  function save() {
    const { connectionId, conversationId } = record
    run(async (signal) => {
      await client.conversations.update({ connectionId, conversationId, patch }, { signal })
      return { note: 'Changed.' }
    })
  }

  return (
    <ActionForm
      title="Repository and branch"
      saveLabel={isCleared && record.repository !== null ? 'Clear' : 'Save'}
      command={command}
      canSave={problem === null && Object.keys(patch).length > 0}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Repository"
        placeholder="owner/name; empty clears all three"
        value={repository}
        onChange={setRepository}
        error={problem ?? fieldFailure(command, 'selected_repository')}
        isMono
        autoFocus
      />
      <div className={styles.pair}>
        <TextField
          label="Branch"
          placeholder="not said"
          value={isCleared ? '' : branch}
          onChange={setBranch}
          error={fieldFailure(command, 'selected_branch')}
          isDisabled={isCleared}
          isMono
        />
        <Select
          label="Git provider"
          value={isCleared ? NONE : provider}
          onChange={setProvider}
          choices={[
            { id: NONE, name: 'not said' },
            ...(isCleared ? [] : [...GIT_PROVIDERS, ...unknown].map((name) => ({ id: name, name }))),
          ]}
        />
      </div>
      <p className={styles.note}>
        Changes what the account’s record says. Nothing is cloned, checked out or pushed: the files in the sandbox stay
        as they are.
      </p>
    </ActionForm>
  )
}

interface Typed {
  repository: string
  branch: string
  provider: string
}

/** The server wants the three cleared together (contract §2). */
function patchOf(record: Conversation, typed: Typed): ConversationPatch {
  const repository = orNull(typed.repository)
  const branch = repository === null ? null : orNull(typed.branch)
  const gitProvider = repository === null || typed.provider === NONE ? null : typed.provider
  return {
    ...(repository === record.repository ? {} : { repository }),
    ...(branch === record.branch ? {} : { branch }),
    ...(gitProvider === record.gitProvider ? {} : { gitProvider }),
  }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
