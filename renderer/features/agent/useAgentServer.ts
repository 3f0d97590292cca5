import { useQuery } from '@tanstack/react-query'
import {
  type AgentFeature,
  type AgentServer,
  type Conversation,
  type ConversationRef,
  conversationState,
  type Failure,
  isReadOnlyConnection,
} from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'

type Status = Pick<Conversation, 'executionStatus' | 'sandboxStatus'>
type Asked = ConversationRef & Pick<Conversation, 'isDeleted'>

/** An agent server keeps its version for as long as its sandbox runs. */
const KNOWN_FOR_MS = 5 * 60_000

export interface KnownAgentServer {
  server: AgentServer | null
  failure: Failure | null
  retry: () => void
  /** Null while nobody knows. */
  has: (feature: AgentFeature) => boolean | null
}

/** What the agent server of a conversation is and can; it is not asked while its sandbox sleeps. */
export function useAgentServer(record: Asked, status: Status): KnownAgentServer {
  const { orpc } = useRpc()
  const { connectionId, conversationId } = record
  const query = useQuery(
    orpc.agent.server.queryOptions({
      input: { connectionId, conversationId },
      enabled: !isReadOnlyConnection(connectionId) && whyNotReachable(status, record) === null,
      staleTime: KNOWN_FOR_MS,
      retry: false,
    }),
  )
  const server = query.data ?? null
  return {
    server,
    failure: query.error === null ? null : failureOf(query.error),
    retry: () => void query.refetch(),
    has: (feature) => (server === null ? null : server.features.includes(feature)),
  }
}

/** Why nothing can be asked of the agent server; null when something can. */
export function whyNotReachable(status: Status, { isDeleted }: Pick<Conversation, 'isDeleted'>): string | null {
  if (isDeleted) return 'The server does not have it any more.'
  switch (conversationState(status)) {
    case 'sandbox asleep':
      return 'The sandbox is asleep: resume it first.'
    case 'sandbox gone':
      return 'The sandbox is gone.'
    case 'starting':
      return 'The sandbox is starting.'
    case 'deleting':
      return 'The conversation is being deleted.'
    default:
      return status.sandboxStatus === 'ERROR' ? 'The sandbox has failed.' : null
  }
}
