import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { ConversationRef, Failure, StartTask } from '../../../shared/domain/index.ts'
import { failureOf, type RpcClient } from '../../rpc/index.ts'
import { draftKey, useDrafts } from './draftStore.ts'

const startQueueSchema = z.object({
  /** What was typed and not queued yet. */
  text: z.string(),
  /** What the server has, in its order; `position` counts from 1. */
  queued: z.array(z.object({ text: z.string(), position: z.number() })),
})
type StartQueue = z.infer<typeof startQueueSchema>

/** What became of the newest message to a start; nothing is said of those that are queued. */
export type Queueing =
  | { state: 'sending'; abort: AbortController }
  | { state: 'failed'; failure: Failure }
  | { state: 'sent'; note: string }

const storedSchema = z.object({
  starts: z.record(z.string(), startQueueSchema),
  arriving: z.record(z.string(), z.array(z.string())),
})

interface Queues extends z.infer<typeof storedSchema> {
  /** `arriving`, by conversation: queued while it started, and not seen in its timeline yet. */
  queueings: Record<string, Queueing>
  write: (task: StartTask, text: string) => void
  queue: (client: RpcClient, task: StartTask) => Promise<void>
  /**
   * The start is over. When it is ready, what waits is expected in its timeline and what was still being typed becomes
   * the conversation's draft. When it failed, all of it is given back: no server will ever deliver it.
   */
  settle: (task: EndedStart) => string[]
  /** It was seen in the timeline, sent again, or given up. */
  arrived: (conversation: ConversationRef, text: string) => void
}

/** A start task that is over, as far as its messages care. */
export type EndedStart = Pick<StartTask, 'connectionId' | 'id' | 'status' | 'conversationId'>

const EMPTY: StartQueue = { text: '', queued: [] }

/** Messages for conversations that are starting; outlives the dialog and a reload. */
export const useQueues = create<Queues>()(
  persist(
    (set, get) => {
      const change = (key: string, part: Partial<StartQueue>) =>
        set(({ starts }) => ({ starts: { ...starts, [key]: { ...EMPTY, ...starts[key], ...part } } }))
      const become = (key: string, queueing: Queueing | null) =>
        set(({ queueings: { [key]: _, ...others } }) => ({
          queueings: queueing === null ? others : { ...others, [key]: queueing },
        }))
      const expect = (conversation: ConversationRef, texts: readonly string[]) => {
        const key = draftKey(conversation)
        if (texts.length > 0)
          set(({ arriving }) => ({ arriving: { ...arriving, [key]: [...(arriving[key] ?? []), ...texts] } }))
      }
      return {
        starts: {},
        arriving: {},
        queueings: {},
        write: (task, text) => {
          const key = queueKey(task)
          change(key, { text })
          if (get().queueings[key]?.state !== 'sending') become(key, null)
        },
        queue: async (client, task) => {
          const key = queueKey(task)
          const { text, queued } = get().starts[key] ?? EMPTY
          if (text.trim() === '' || get().queueings[key]?.state === 'sending') return
          const abort = new AbortController()
          become(key, { state: 'sending', abort })
          try {
            const { connectionId, id: taskId } = task
            const answer = await client.conversations.queue({ connectionId, taskId, text }, { signal: abort.signal })
            change(key, { text: '' })
            become(key, null)
            if (answer.state === 'queued') change(key, { queued: [...queued, { text, position: answer.position }] })
            else if (answer.state === 'sent') become(key, { state: 'sent', note: answer.sent.note })
            else expect({ connectionId, conversationId: answer.conversationId }, [text])
          } catch (error) {
            become(key, { state: 'failed', failure: abort.signal.aborted ? cancelled : failureOf(error) })
          }
        },
        settle: (task) => {
          const key = queueKey(task)
          const { text, queued } = get().starts[key] ?? EMPTY
          set(({ starts: { [key]: _, ...starts } }) => ({ starts }))
          become(key, null)
          const waiting = queued.map((message) => message.text)
          const { connectionId, conversationId } = task
          if (task.status !== 'READY' || conversationId === null)
            return [...waiting, text].filter((one) => one.trim() !== '')
          expect({ connectionId, conversationId }, waiting)
          const drafts = useDrafts.getState()
          const conversation = { connectionId, conversationId }
          const typed = drafts.texts[draftKey(conversation)] ?? ''
          if (text.trim() !== '') drafts.write(conversation, typed === '' ? text : `${typed}\n\n${text}`)
          return []
        },
        arrived: (conversation, text) => {
          const key = draftKey(conversation)
          const [...texts] = get().arriving[key] ?? []
          const index = texts.indexOf(text)
          if (index !== -1) texts.splice(index, 1)
          set(({ arriving: { [key]: _, ...others } }) => ({
            arriving: texts.length === 0 ? others : { ...others, [key]: texts },
          }))
        },
      }
    },
    {
      name: 'handrail.queues',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ starts, arriving }) => ({ starts, arriving }),
      merge: (stored, current) => {
        const read = storedSchema.safeParse(stored)
        return read.success ? { ...current, ...read.data } : current
      },
    },
  ),
)

export function queueKey({ connectionId, id }: Pick<StartTask, 'connectionId' | 'id'>): string {
  return `${connectionId}/${id}`
}

const cancelled: Failure = {
  code: 'cancelled',
  message: 'Queueing was cancelled.',
  advice: 'The server may have the message already: queue it again only when the conversation has not got it.',
  status: null,
  field: null,
  retryAfterMs: null,
  isSafeToRetry: false,
}
