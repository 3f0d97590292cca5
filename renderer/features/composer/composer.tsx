import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { ConversationRef } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, cx, Spinner, Tooltip } from '../../ui/index.ts'
import { Arrivals } from './arrivals.tsx'
import styles from './composer.module.css'
import { draftKey, type Sending, useDrafts } from './draftStore.ts'
import { KeptNotice } from './keptNotice.tsx'

export interface ComposerProps {
  conversation: ConversationRef
  /** Why nothing can be sent now; null when it can. What is typed is kept either way. */
  blocked: string | null
}

/** Writes to the agent. Sending and running are two wishes: the person says which each time. */
export const Composer = memo(({ conversation, blocked }: ComposerProps) => {
  const { client } = useRpc()
  const field = useRef<HTMLTextAreaElement>(null)
  const key = draftKey(conversation)
  const text = useDrafts((drafts) => drafts.texts[key] ?? '')
  const sending = useDrafts((drafts) => drafts.sendings[key])
  const { write, send } = useDrafts.getState()
  const isSending = sending?.state === 'sending'
  const canSend = text.trim() !== '' && !isSending && blocked === null
  useShortcut({ keys: 'c', label: 'Write a message', scope: 'Conversation' }, () => field.current?.focus())
  useGrowth(field, text)
  useFreshRecord(conversation, sending)

  function submit(run: boolean) {
    if (canSend) void send(client, conversation, run)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') field.current?.blur()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) submit(true)
    else if (event.altKey) submit(false)
    else return
    event.preventDefault()
  }

  return (
    <section className={styles.composer} aria-label="Message the agent">
      <Arrivals conversation={conversation} />
      <SendingNotice conversation={conversation} sending={sending} onRetry={submit} />
      <div className={styles.line}>
        <textarea
          ref={field}
          className={styles.field}
          aria-label="Message"
          placeholder={blocked ?? 'Message the agent…'}
          rows={1}
          value={text}
          readOnly={isSending}
          onChange={(event) => write(conversation, event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isSending ? (
          <>
            <span className={styles.progress}>
              <Spinner label="Sending" /> Sending…
            </span>
            <Button onPress={() => sending.abort.abort()}>Cancel</Button>
          </>
        ) : (
          <>
            <Tooltip text="Add the message and leave the agent as it is" keys="alt+Enter">
              <Button isDisabled={!canSend} onPress={() => submit(false)}>
                Send only
              </Button>
            </Tooltip>
            <Tooltip text="Add the message and let the agent work on it" keys="mod+Enter">
              <Button variant="primary" isDisabled={!canSend} onPress={() => submit(true)}>
                Send & run
              </Button>
            </Tooltip>
          </>
        )}
      </div>
    </section>
  )
})

/** A server that does not take the message has another idea of the sandbox than the page: the record is asked for anew. */
function useFreshRecord(conversation: ConversationRef, sending: Sending | undefined): void {
  const { orpc } = useRpc()
  const queries = useQueryClient()
  const { connectionId, conversationId } = conversation
  const status = sending?.state === 'failed' ? sending.failure.status : null
  useEffect(() => {
    if (status === null) return
    const input = { connectionId, conversationId }
    void queries.invalidateQueries({ queryKey: orpc.conversations.get.key({ input }) })
  }, [orpc, queries, connectionId, conversationId, status])
}

interface SendingNoticeProps {
  conversation: ConversationRef
  sending: Sending | undefined
  onRetry: (run: boolean) => void
}

function SendingNotice({ conversation, sending, onRetry }: SendingNoticeProps) {
  if (sending?.state === 'failed') {
    const { failure, run } = sending
    return (
      <Banner
        tone="danger"
        title={failure.message}
        actions={<Button onPress={() => onRetry(run)}>{run ? 'Send & run again' : 'Send again'}</Button>}
      >
        {failure.advice} Your text is still here.
      </Banner>
    )
  }
  if (sending?.state === 'kept') {
    const { ran } = useDrafts.getState()
    return <KeptNotice conversation={conversation} note={sending.note} onRun={(note) => ran(conversation, note)} />
  }
  if (sending?.state !== 'accepted') return null
  return (
    <p className={cx(styles.note)} role="status">
      {sending.note}
    </p>
  )
}

const MOST_HEIGHT = 168

/** As high as its text, up to eight lines. */
function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useEffect(() => {
    const element = field.current
    if (!element) return
    // The height that content asks for counts the placeholder too, which is one line at most.
    element.style.height = ''
    if (text === '') return
    element.style.height = `${Math.min(element.scrollHeight + 2, MOST_HEIGHT)}px`
  }, [field, text])
}
