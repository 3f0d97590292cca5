import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { ConversationRef } from '../../../shared/domain/index.ts'

/** What the server takes for a goal that says nothing (contract §11). */
export const USUAL_ITERATIONS = 10

const draftSchema = z.object({ question: z.string(), objective: z.string(), iterations: z.string() })
type Draft = z.infer<typeof draftSchema>
const EMPTY: Draft = { question: '', objective: '', iterations: String(USUAL_ITERATIONS) }

export interface Answer {
  /** Counts from 1. */
  number: number
  question: string
  answer: string
}

interface AgentDrafts {
  drafts: Record<string, Draft>
  /** Answers of this session, newest first: no server keeps them. */
  answers: Record<string, readonly Answer[]>
  change: (conversation: ConversationRef, change: Partial<Draft>) => void
  addAnswer: (conversation: ConversationRef, question: string, answer: string) => void
}

const storedSchema = z.object({ drafts: z.record(z.string(), draftSchema) })

/** What was typed for an agent and not accepted yet, by conversation; outlives the page. */
export const useAgentDrafts = create<AgentDrafts>()(
  persist(
    (set) => ({
      drafts: {},
      answers: {},
      change: (conversation, change) =>
        set(({ drafts }) => {
          const key = keyOf(conversation)
          return { drafts: { ...drafts, [key]: { ...(drafts[key] ?? EMPTY), ...change } } }
        }),
      addAnswer: (conversation, question, answer) =>
        set(({ answers }) => {
          const key = keyOf(conversation)
          const before = answers[key] ?? []
          return { answers: { ...answers, [key]: [{ number: before.length + 1, question, answer }, ...before] } }
        }),
    }),
    {
      name: 'handrail.agentDrafts',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ drafts }) => ({ drafts }),
      merge: (stored, current) => {
        const read = storedSchema.safeParse(stored)
        return read.success ? { ...current, drafts: read.data.drafts } : current
      },
    },
  ),
)

export function useDraft(conversation: ConversationRef): Draft {
  const key = keyOf(conversation)
  return useAgentDrafts(({ drafts }) => drafts[key]) ?? EMPTY
}

const NONE: readonly Answer[] = []

export function useAnswers(conversation: ConversationRef): readonly Answer[] {
  const key = keyOf(conversation)
  return useAgentDrafts(({ answers }) => answers[key]) ?? NONE
}

function keyOf({ connectionId, conversationId }: ConversationRef): string {
  return `${connectionId}/${conversationId}`
}
