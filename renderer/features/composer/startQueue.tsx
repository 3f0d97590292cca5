import type { KeyboardEvent } from 'react'
import type { StartTask } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner, Kbd, Spinner, TextField } from '../../ui/index.ts'
import { queueKey, useQueues } from './queueStore.ts'
import styles from './startQueue.module.css'

/** The server takes no more for one conversation (contract §15). */
const MOST_QUEUED = 10

/** Messages for a conversation that is starting: each has its place in the server's queue, and lets the agent run. */
export function StartQueue({ task }: { task: StartTask }) {
  const { client } = useRpc()
  const key = queueKey(task)
  const start = useQueues((queues) => queues.starts[key])
  const queueing = useQueues((queues) => queues.queueings[key])
  const { write, queue } = useQueues.getState()
  const text = start?.text ?? ''
  const queued = start?.queued ?? []
  const isFull = queued.length >= MOST_QUEUED
  const isSending = queueing?.state === 'sending'
  const canQueue = text.trim() !== '' && !isSending && !isFull
  const submit = () => {
    if (canQueue) void queue(client, task)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <section className={styles.queue} aria-label="Messages that wait for the conversation">
      {queued.length > 0 && (
        <ol className={styles.list} aria-label="Queued messages">
          {queued.map((message) => (
            <li key={message.position} className={styles.message}>
              <span className={styles.place}>{message.position}</span>
              <span className={styles.text} title={message.text}>
                {message.text}
              </span>
              <span className={styles.note}>waits</span>
            </li>
          ))}
        </ol>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus. */}
      <div onKeyDown={onKeyDown}>
        <TextField
          label="Another message for when it is ready"
          placeholder={
            isFull
              ? 'Ten messages wait: the server takes no more'
              : 'It is delivered as soon as the conversation is ready'
          }
          rows={2}
          value={text}
          onChange={(typed) => write(task, typed)}
          isReadOnly={isSending}
        />
      </div>
      {queueing?.state === 'failed' && (
        <FailureBanner
          failure={{ ...queueing.failure, advice: `${queueing.failure.advice} Your text is still here.`.trim() }}
          onRetry={canQueue ? submit : undefined}
        />
      )}
      {queueing?.state === 'sent' && <Banner tone="ok" title={`It is ready already. ${queueing.note}`} />}
      <div className={styles.actions}>
        {isSending ? (
          <>
            <Spinner label="Queueing" />
            <Button onPress={() => queueing.abort.abort()}>Cancel</Button>
          </>
        ) : (
          <Button isDisabled={!canQueue} onPress={submit}>
            Queue message <Kbd keys="mod+Enter" />
          </Button>
        )}
      </div>
    </section>
  )
}
