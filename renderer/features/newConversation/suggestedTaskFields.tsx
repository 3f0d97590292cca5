import { GIT_PROVIDERS, SUGGESTED_TASK_TYPES } from '../../../shared/contract/index.ts'
import { type SuggestedTaskDraft, useNewConversation } from '../../state/newConversation.ts'
import { Button, Select, TextField } from '../../ui/index.ts'
import styles from './newConversation.module.css'
import type { Problems } from './readDraft.ts'

const TYPES: Record<(typeof SUGGESTED_TASK_TYPES)[number], string> = {
  MERGE_CONFLICTS: 'Merge conflicts',
  FAILING_CHECKS: 'Failing checks',
  UNRESOLVED_COMMENTS: 'Unresolved comments',
  OPEN_ISSUE: 'Open issue',
  OPEN_PR: 'Open pull request',
}

/** An issue or pull request whose text the server turns into the first message. */
export function SuggestedTaskFields({ task, problems }: { task: SuggestedTaskDraft; problems: Problems }) {
  const { change } = useNewConversation()
  const edit = (part: Partial<SuggestedTaskDraft>) => change({ suggestedTask: { ...task, ...part } })
  return (
    <fieldset className={styles.plugin} aria-label="Suggested task">
      <div className={styles.pair}>
        <Select
          label="Task"
          value={task.taskType}
          onChange={(taskType) => edit({ taskType })}
          choices={SUGGESTED_TASK_TYPES.map((id) => ({ id, name: TYPES[id] }))}
        />
        <Select
          label="Provider of the task"
          value={task.gitProvider}
          onChange={(gitProvider) => edit({ gitProvider })}
          choices={GIT_PROVIDERS.map((id) => ({ id, name: id }))}
        />
        <TextField
          label="Repository of the task"
          placeholder="owner/name"
          value={task.repository}
          onChange={(repository) => edit({ repository })}
          error={problems['suggestedTask.repository'] ?? null}
          isMono
        />
        <TextField
          label="Number"
          value={task.issueNumber}
          onChange={(issueNumber) => edit({ issueNumber })}
          error={problems['suggestedTask.issueNumber'] ?? null}
          isMono
        />
      </div>
      <TextField
        label="Title of the task"
        value={task.title}
        onChange={(title) => edit({ title })}
        error={problems['suggestedTask.title'] ?? null}
      />
      <div>
        <Button variant="quiet" onPress={() => change({ suggestedTask: null })}>
          Write a message instead
        </Button>
      </div>
    </fieldset>
  )
}
