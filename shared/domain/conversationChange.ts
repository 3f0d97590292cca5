import { z } from 'zod'
import { conversationSchema } from './conversation.ts'

/** Changes to the app server's record: what is absent stays, null clears (contract §2). */
export const conversationPatchSchema = z.object({
  title: z.string().nullable().optional(),
  isPublic: z.boolean().nullable().optional(),
  repository: z.string().nullable().optional(),
  branch: z.string().nullable().optional(),
  gitProvider: z.string().nullable().optional(),
})
export type ConversationPatch = z.infer<typeof conversationPatchSchema>

/** What the app server is asked to look for; null asks for no such thing (contract §10). Times in milliseconds since the epoch. */
export const conversationFilterSchema = z.object({
  /** A part of the title; for the server `%` and `_` in it stand for anything. */
  title: z.string().nullable(),
  createdFrom: z.number().nullable(),
  createdBefore: z.number().nullable(),
  updatedFrom: z.number().nullable(),
  updatedBefore: z.number().nullable(),
  sandboxId: z.string().nullable(),
  /** Also those that other conversations started. */
  withSubConversations: z.boolean(),
})
export type ConversationFilter = z.infer<typeof conversationFilterSchema>

export const NO_FILTER: ConversationFilter = {
  title: null,
  createdFrom: null,
  createdBefore: null,
  updatedFrom: null,
  updatedBefore: null,
  sandboxId: null,
  withSubConversations: false,
}

/** What goes when a conversation is deleted, and what stays. */
export const deletionSchema = z.object({
  subConversations: z.array(conversationSchema),
  /** Null when it has none, or none any more. */
  sandbox: z
    .object({
      id: z.string(),
      /** Who else lives in it; the sandbox goes when nobody does. */
      others: z.array(conversationSchema),
    })
    .nullable(),
})
export type Deletion = z.infer<typeof deletionSchema>

/** What became of a message. */
export const sentMessageSchema = z.object({
  note: z.string(),
  /** The server runs as many conversations as it may: the message is stored, the agent was not started (contract §18.1). */
  isRunRefused: z.boolean(),
})
export type SentMessage = z.infer<typeof sentMessageSchema>

/** A message that waits for a conversation to be ready, or that was sent because it is ready by now. */
export const queuedMessageSchema = z.discriminatedUnion('state', [
  /** `position` counts from 1. */
  z.object({ state: z.literal('queued'), position: z.number() }),
  /**
   * The conversation became ready while the message was on its way: the server says that it has it, and may never
   * deliver it (contract §18.4).
   */
  z.object({ state: z.literal('uncertain'), conversationId: z.string() }),
  z.object({ state: z.literal('sent'), conversationId: z.string(), sent: sentMessageSchema }),
])
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

/** The server's own rule (contract §2): exactly one slash, and nothing that a shell would read. Nothing is no problem. */
export function repositoryProblem(repository: string): string | null {
  const name = repository.trim()
  return name === '' || /^[^/;&|$`\s]+\/[^/;&|$`\s]+$/.test(name) ? null : 'A repository is named owner/name.'
}

const LONGEST_TITLE = 200

/** An agent server takes 1 to 200 characters (contract §6), the app server any title and none. */
export function agentTitleProblem(title: string): string | null {
  if (title.trim() === '') return 'An agent server needs a title.'
  const length = [...title.trim()].length
  return length > LONGEST_TITLE ? `An agent server takes ${LONGEST_TITLE} characters; these are ${length}.` : null
}
