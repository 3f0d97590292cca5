import { useQuery } from '@tanstack/react-query'
import type { AgentServer, Conversation, ConversationRef, LiveFacts } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { EmptyState, FailureBanner, ProgressBar } from '../../ui/index.ts'
import type { ActionStatus } from '../conversationActions/index.ts'
import styles from './agent.module.css'
import { AnalyzerPart } from './analyzerPart.tsx'
import { ABOUT_QUESTIONS } from './askDialog.tsx'
import { ConfirmationPart } from './confirmationPart.tsx'
import { FinalResponsePart } from './finalResponsePart.tsx'
import { GoalPart } from './goalPart.tsx'
import { HistoryPart } from './historyPart.tsx'
import { Part } from './part.tsx'
import { QuestionForm } from './questionForm.tsx'
import { SecretsPart } from './secretsPart.tsx'
import { useAgentServer, whyNotReachable } from './useAgentServer.ts'
import { useRefetchOn } from './useRefetchOn.ts'

export interface AgentSectionProps {
  conversation: ConversationRef
  record: Conversation
  sync: { facts: LiveFacts | null }
  status: ActionStatus
}

/** Everything that the agent server of a conversation can be told, as far as this one can be told it. */
export function AgentSection({ conversation, record, sync, status }: AgentSectionProps) {
  const { server, failure, retry } = useAgentServer(record, status)
  const asleep = whyNotReachable(status, record)
  if (asleep !== null) {
    return (
      <EmptyState title="The agent server cannot be asked">
        {asleep} How the agent is set up is known to its agent server alone.
      </EmptyState>
    )
  }
  if (failure !== null) {
    return (
      <div className={styles.waiting}>
        <FailureBanner failure={failure} onRetry={retry} />
      </div>
    )
  }
  if (server === null) {
    return (
      <div className={styles.waiting}>
        <ProgressBar label="Asking the agent server what it can…" />
      </div>
    )
  }
  return <Parts conversation={conversation} record={record} sync={sync} status={status} server={server} />
}

function Parts({ conversation, record, sync, status, server }: AgentSectionProps & { server: AgentServer }) {
  const { orpc } = useRpc()
  const settings = useQuery(orpc.agent.settings.queryOptions({ input: conversation, retry: false }))
  const failure = useFailure(settings.error)
  const has = (feature: AgentServer['features'][number]) => server.features.includes(feature)
  const retry = () => void settings.refetch()
  useShortcut({ keys: 'r', label: 'Look again', scope: 'Agent' }, retry)
  // The head moves while the agent runs.
  useRefetchOn(status.executionStatus, retry)
  return (
    <div className={styles.page}>
      {failure !== null && <FailureBanner failure={failure} onRetry={retry} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {has('goal') && (
            <GoalPart
              conversation={conversation}
              goal={sync.facts?.goal ?? null}
              isRunning={status.executionStatus === 'running'}
            />
          )}
          {has('ask') && (
            <Part name="Questions" about={ABOUT_QUESTIONS}>
              <QuestionForm conversation={conversation} />
            </Part>
          )}
          {has('final-response') && (
            <FinalResponsePart conversation={conversation} executionStatus={status.executionStatus} />
          )}
        </div>
        <div className={styles.column}>
          {settings.data === undefined ? (
            failure === null && <ProgressBar label="Asking how the agent is set up…" />
          ) : (
            <>
              {has('policy') && <ConfirmationPart conversation={conversation} settings={settings.data} />}
              {has('analyzer') && (
                <AnalyzerPart conversation={conversation} settings={settings.data} hasPatterns={has('patterns')} />
              )}
              {has('secrets') && <SecretsPart conversation={conversation} settings={settings.data} />}
              <HistoryPart
                record={record}
                status={status}
                settings={settings.data}
                canFork={has('fork')}
                canCondense={has('condense')}
              />
            </>
          )}
          <ServerPart server={server} />
        </div>
      </div>
    </div>
  )
}

function ServerPart({ server: { title, version, uptimeSeconds, idleSeconds } }: { server: AgentServer }) {
  return (
    <Part name="Agent server">
      <dl className={styles.facts}>
        <dt>name</dt>
        <dd>{title}</dd>
        <dt>version</dt>
        <dd>{version ?? 'it does not say'}</dd>
        <dt>up for</dt>
        <dd>{lasting(uptimeSeconds)}</dd>
        <dt>idle for</dt>
        <dd>{lasting(idleSeconds)}</dd>
      </dl>
    </Part>
  )
}

function lasting(seconds: number | null): string {
  if (seconds === null) return 'not known'
  if (seconds < 90) return `${Math.round(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
