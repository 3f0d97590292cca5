import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { type ConversationRef, filterSchema, viewOrderSchema } from '../../../shared/domain/index.ts'

const placeSchema = z.object({
  anchor: z.object({ id: z.string(), offset: z.number() }).nullable(),
  isFollowing: z.boolean(),
  selectedId: z.string().nullable(),
})
const lookSchema = z.object({
  filter: filterSchema,
  order: viewOrderSchema,
  clock: z.enum(['wall', 'active']),
  place: placeSchema.nullable(),
})
const looksSchema = z.object({ looks: z.record(z.string(), lookSchema) })

/** How a person looks at one conversation's timeline; survives a reload. */
export type TimelineLook = z.infer<typeof lookSchema>

const plain: TimelineLook = { filter: [], order: 'spans', clock: 'active', place: null }
const KEPT = 50

interface TimelineLooks {
  looks: Record<string, TimelineLook>
  change: (conversation: ConversationRef, part: Partial<TimelineLook>) => void
}

export const useTimelineLooks = create<TimelineLooks>()(
  persist(
    (set) => ({
      looks: {},
      change: (conversation, part) =>
        set(({ looks }) => {
          const key = keyOf(conversation)
          const { [key]: old = plain, ...others } = looks
          // The newest last, so that the oldest fall out.
          return { looks: Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [key, { ...old, ...part }]]) }
        }),
    }),
    {
      name: 'handrail.timeline',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ looks }) => ({ looks }),
      // What an older Handrail stored may have another shape: then it is forgotten.
      merge: (stored, current) => {
        const read = looksSchema.safeParse(stored)
        return read.success ? { ...current, looks: read.data.looks } : current
      },
    },
  ),
)

export function useTimelineLook(conversation: ConversationRef): TimelineLook {
  return useTimelineLooks((state) => state.looks[keyOf(conversation)] ?? plain)
}

export function timelineLook(conversation: ConversationRef): TimelineLook {
  return useTimelineLooks.getState().looks[keyOf(conversation)] ?? plain
}

function keyOf({ connectionId, conversationId }: ConversationRef): string {
  return `${connectionId}/${conversationId}`
}
