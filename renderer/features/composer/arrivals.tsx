import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ConversationRef, type Filter, oneLine } from '../../../shared/domain/index.ts'
import { type RpcClient, useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner, plural, Spinner } from '../../ui/index.ts'
import { draftKey } from './draftStore.ts'
import { useQueues } from './queueStore.ts'
import styles from './startQueue.module.css'
import { useCommand } from './useCommand.ts'

const LOOK_EVERY_MS = 1_500
/** How far back messages are looked for: the queue holds ten, and the agent answers in between. */
const LOOK_BACK = 100
const OWN_MESSAGES: Filter = [
  { field: 'lane', isNot: false, values: ['user'] },
  { field: 'kind', isNot: false, values: ['MessageEvent'] },
]

export interface ArrivalsProps {
  conversation: ConversationRef
  /** How long a queued message may take before its loss is suspected. */
  patienceMs?: number
}

/**
 * Messages that were queued while the conversation started: each is looked for in the timeline, because a server that
 * says it has one may never deliver it (contract §18.4).
 */
export function Arrivals({ conversation, patienceMs = 15_000 }: ArrivalsProps) {
  const { client } = useRpc()
  const key = draftKey(conversation)
  const expected = useQueues((queues) => queues.arriving[key])
  const isExpecting = expected !== undefined
  const [isLate, setIsLate] = useState(false)
  const said = useQuery({
    queryKey: ['arrivals', key],
    queryFn: ({ signal }) => messagesSaid(client, conversation, signal),
    enabled: isExpecting,
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
  })
  useEffect(() => {
    if (!isExpecting) return
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isExpecting, patienceMs])
  useEffect(() => {
    const { arrived } = useQueues.getState()
    for (const text of expected ?? []) if (said.data?.includes(oneLine(text)) === true) arrived(conversation, text)
  }, [said.data, expected, conversation])

  if (expected === undefined) return null
  if (!isLate) {
    return (
      <p className={styles.onTheWay} role="status">
        <Spinner label="Waiting" /> {plural(expected.length, 'queued message')} on the way…
      </p>
    )
  }
  return expected.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may wait twice.
    <Late key={`${index} ${text}`} conversation={conversation} text={text} />
  ))
}

function Late({ conversation, text }: { conversation: ConversationRef; text: string }) {
  const { client } = useRpc()
  const { command, run } = useCommand<'send'>()
  const { arrived } = useQueues.getState()
  async function send() {
    const isSent = await run('send', (signal) =>
      client.conversations.send({ ...conversation, text, run: true }, { signal }),
    )
    if (isSent) arrived(conversation, text)
  }
  return (
    <>
      <Banner
        tone="warn"
        title={`Queued while it started, and not seen yet: “${oneLine(text, 80)}”`}
        actions={
          <>
            <Button isPending={command.state === 'running'} onPress={() => void send()}>
              Send it now
            </Button>
            <Button variant="quiet" onPress={() => arrived(conversation, text)}>
              Forget it
            </Button>
          </>
        }
      >
        The server took it and may have lost it. Should it still come, the agent would read it twice.
      </Banner>
      {command.state === 'failed' && <FailureBanner failure={command.failure} onRetry={() => void send()} />}
    </>
  )
}

/** One line of each of the newest messages from people, as rows have them. */
async function messagesSaid(client: RpcClient, conversation: ConversationRef, signal: AbortSignal): Promise<string[]> {
  const spec = { conversation, filter: OWN_MESSAGES, order: 'raw' as const }
  const { view } = await client.view.open(spec, { signal })
  try {
    const { rows } = await client.view.window({ view, anchor: 'end', before: LOOK_BACK, after: 0 }, { signal })
    return rows.flatMap((row) => (row.type === 'event' ? [row.summary] : []))
  } finally {
    client.view.close({ view }).catch(() => undefined)
  }
}
