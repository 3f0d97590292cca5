import { useQuery } from '@tanstack/react-query'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { FailureBanner, ProgressBar } from '../../ui/index.ts'
import styles from './agent.module.css'
import { Part } from './part.tsx'
import { useRefetchOn } from './useRefetchOn.ts'

/** What the agent said when it last finished. Read anew when the run state changes. */
export function FinalResponsePart(props: { conversation: ConversationRef; executionStatus: string | null }) {
  const { conversation, executionStatus } = props
  const { orpc } = useRpc()
  const query = useQuery(orpc.agent.finalResponse.queryOptions({ input: conversation, retry: false }))
  const failure = useFailure(query.error)
  const { refetch } = query
  useRefetchOn(executionStatus, refetch)
  return (
    <Part name="Final response">
      {failure !== null ? (
        <FailureBanner failure={failure} onRetry={() => void refetch()} />
      ) : query.data === undefined ? (
        <ProgressBar label="Asking for the final response…" />
      ) : query.data.text === null ? (
        <p className={styles.quiet}>The agent has not finished anything yet.</p>
      ) : (
        <p className={styles.prose}>{query.data.text}</p>
      )}
    </Part>
  )
}
