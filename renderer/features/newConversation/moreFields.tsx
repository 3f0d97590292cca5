import { CONVERSATION_TRIGGERS, GIT_PROVIDERS } from '../../../shared/contract/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Button, Check, Disclosure, plural, Select, TextField } from '../../ui/index.ts'
import { MetadataRows } from './metadataRows.tsx'
import styles from './newConversation.module.css'
import { PluginRows } from './pluginRows.tsx'
import type { Problems } from './readDraft.ts'
import { SecretRows, type SecretRowsProps } from './secretRows.tsx'

const NONE = 'none'
const choicesOf = (values: readonly string[], none: string) => [
  { id: NONE, name: none },
  ...values.map((id) => ({ id, name: id })),
]

export interface MoreFieldsProps extends Pick<SecretRowsProps, 'secretFields' | 'onSecretEdit'> {
  problems: Problems
}

/** The parts of a start request that few starts need. */
export function MoreFields({ problems, secretFields, onSecretEdit }: MoreFieldsProps) {
  const { draft, change } = useNewConversation()
  return (
    <div>
      <Disclosure title="Secrets" note={noteOf(draft.secretNames.length, 'secret', problems, 'secrets.')}>
        <SecretRows problems={problems} secretFields={secretFields} onSecretEdit={onSecretEdit} />
      </Disclosure>
      <Disclosure title="Plugins" note={noteOf(draft.plugins.length, 'plugin', problems, 'plugins.')}>
        <PluginRows problems={problems} />
      </Disclosure>
      <Disclosure title="Agent" note="model, profile, planning, instructions">
        <div className={styles.pair}>
          <TextField
            label="Model"
            placeholder="as the account has it"
            value={draft.model}
            onChange={(model) => change({ model })}
            isMono
          />
          <TextField
            label="Agent profile"
            placeholder="its id"
            value={draft.agentProfileId}
            onChange={(agentProfileId) => change({ agentProfileId })}
            isMono
          />
        </div>
        <Check
          isSelected={draft.agentType === 'plan'}
          onChange={(isPlan) => change({ agentType: isPlan ? 'plan' : 'default' })}
          description="An agent that writes a plan and changes nothing."
        >
          Plan only
        </Check>
        <TextField
          label="Instructions after the system message"
          rows={3}
          value={draft.systemSuffix}
          onChange={(systemSuffix) => change({ systemSuffix })}
        />
      </Disclosure>
      <Disclosure title="Where it belongs" note="provider, parent, pull requests, sharing, id">
        <div className={styles.pair}>
          <Select
            label="Git provider"
            value={draft.gitProvider === '' ? NONE : draft.gitProvider}
            onChange={(id) => change({ gitProvider: id === NONE ? '' : id })}
            choices={choicesOf(GIT_PROVIDERS, 'as the server finds it')}
          />
          <Select
            label="Started by"
            value={draft.trigger === '' ? NONE : draft.trigger}
            onChange={(id) => change({ trigger: id === NONE ? '' : id })}
            choices={choicesOf(CONVERSATION_TRIGGERS, 'as the server finds it')}
          />
        </div>
        <div className={styles.pair}>
          <TextField
            label="Parent conversation"
            placeholder="its id"
            description="Sandbox, repository, branch and model are taken from it."
            value={draft.parentConversationId}
            onChange={(parentConversationId) => change({ parentConversationId })}
            error={problems.parentConversationId ?? null}
            isMono
          />
          <TextField
            label="Pull requests"
            placeholder="12, 15"
            value={draft.pullRequests}
            onChange={(pullRequests) => change({ pullRequests })}
            error={problems.pullRequests ?? null}
            isMono
          />
        </div>
        <TextField
          label="Id of the new conversation"
          placeholder="the server makes one"
          value={draft.conversationId}
          onChange={(conversationId) => change({ conversationId })}
          error={problems.conversationId ?? null}
          isMono
        />
        <Check
          isSelected={draft.isPublic}
          onChange={(isPublic) => change({ isPublic })}
          description="Everybody with the link sees its events, without an account."
        >
          Share it from the start
        </Check>
        {draft.suggestedTask === null && (
          <Button
            variant="quiet"
            onPress={() =>
              change({
                suggestedTask: {
                  gitProvider: GIT_PROVIDERS[0],
                  taskType: 'OPEN_ISSUE',
                  repository: draft.repository,
                  issueNumber: '',
                  title: '',
                },
              })
            }
          >
            Start from a suggested task instead of a message…
          </Button>
        )}
      </Disclosure>
      <Disclosure title="Observability" note={noteOf(draft.metadata.length, 'entry', problems, 'metadata.', 'entries')}>
        <div className={styles.pair}>
          <TextField
            label="Span name"
            placeholder="ci/nightly"
            description="Few and stable names, not one per start."
            value={draft.spanName}
            onChange={(spanName) => change({ spanName })}
            error={problems.spanName ?? null}
            isMono
          />
          <TextField
            label="Tags of the root span"
            placeholder="nightly, web"
            value={draft.observabilityTags}
            onChange={(observabilityTags) => change({ observabilityTags })}
            isMono
          />
        </div>
        <MetadataRows problems={problems} />
      </Disclosure>
    </div>
  )
}

/** How many are behind a heading, and how many of them want mending. */
function noteOf(count: number, one: string, problems: Problems, prefix: string, many?: string): string {
  const wrong = Object.keys(problems).filter((field) => field.startsWith(prefix)).length
  if (count === 0) return ''
  return `${plural(count, one, many)}${wrong === 0 ? '' : ` · ${wrong} to mend`}`
}
