import { useQuery } from '@tanstack/react-query'
import type { ConversationRef } from '../../shared/domain/index.ts'
import { TagEditor } from '../features/tags/index.ts'
import { failureOf, useRpc } from '../rpc/index.ts'
import { ConversationPill, FailureBanner, ProgressBar } from '../ui/index.ts'

/** Stands where the conversation page will be. */
export function ConversationPage({ conversation }: { conversation: ConversationRef }) {
  const { orpc } = useRpc()
  const { data, error } = useQuery(orpc.conversations.get.queryOptions({ input: conversation }))
  if (error !== null) return <FailureBanner failure={failureOf(error)} isStrip />
  if (data === undefined) return <ProgressBar label="Opening the conversation…" />
  return (
    <>
      <h1>{data.title}</h1>
      <ConversationPill conversation={data} />
      <TagEditor conversation={conversation} recordTags={data.tags} />
    </>
  )
}
