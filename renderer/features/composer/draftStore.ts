import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { ConversationRef, Failure } from '../../../shared/domain/index.ts'
import { failureOf, type RpcClient } from '../../rpc/index.ts'

/** What became of the newest send; `accepted` stays until the next keystroke. */
export type Sending =
  | { state: 'sending'; run: boolean; abort: AbortController }
  | { state: 'failed'; run: boolean; failure: Failure }
  | { state: 'accepted'; note: string }
  /** The server has the message, and did not start the agent on it. */
  | { state: 'kept'; note: string }

interface Drafts {
  /** What was typed and not accepted by a server yet, by conversation. */
  texts: Record<string, string>
  sendings: Record<string, Sending>
  write: (conversation: ConversationRef, text: string) => void
  /** The text stays until the server accepted it, whatever happens to the page meanwhile. */
  send: (client: RpcClient, conversation: ConversationRef, run: boolean) => Promise<void>
  /** The agent was started on a message that had been kept. */
  ran: (conversation: ConversationRef, note: string) => void
}

const storedSchema = z.object({ texts: z.record(z.string(), z.string()) })

/** Outlives the composer: a send goes on, and a draft stays, while another conversation is on screen. */
export const useDrafts = create<Drafts>()(
  persist(
    (set, get) => {
      const become = (key: string, sending: Sending | null) =>
        set(({ sendings: { [key]: _, ...others } }) => ({
          sendings: sending === null ? others : { ...others, [key]: sending },
        }))
      return {
        texts: {},
        sendings: {},
        write: (conversation, text) => {
          const key = draftKey(conversation)
          set(({ texts: { [key]: _, ...others } }) => ({ texts: text === '' ? others : { ...others, [key]: text } }))
          if (get().sendings[key]?.state !== 'sending') become(key, null)
        },
        ran: (conversation, note) => become(draftKey(conversation), { state: 'accepted', note }),
        send: async (client, conversation, run) => {
          const key = draftKey(conversation)
          const text = get().texts[key] ?? ''
          if (text.trim() === '' || get().sendings[key]?.state === 'sending') return
          const abort = new AbortController()
          become(key, { state: 'sending', run, abort })
          try {
            const sent = await client.conversations.send({ ...conversation, text, run }, { signal: abort.signal })
            const { [key]: _, ...others } = get().texts
            set({ texts: others })
            become(key, { state: sent.isRunRefused ? 'kept' : 'accepted', note: sent.note })
          } catch (error) {
            become(key, { state: 'failed', run, failure: abort.signal.aborted ? cancelled : failureOf(error) })
          }
        },
      }
    },
    {
      name: 'handrail.drafts',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ texts }) => ({ texts }),
      merge: (stored, current) => {
        const read = storedSchema.safeParse(stored)
        return read.success ? { ...current, texts: read.data.texts } : current
      },
    },
  ),
)

const cancelled: Failure = {
  code: 'cancelled',
  message: 'Sending was cancelled.',
  advice: 'The server may have the message already: look at the timeline before you send it again.',
  status: null,
  field: null,
  retryAfterMs: null,
  isSafeToRetry: false,
}

export function draftKey({ connectionId, conversationId }: ConversationRef): string {
  return `${connectionId}/${conversationId}`
}
