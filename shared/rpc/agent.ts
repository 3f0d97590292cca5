import { z } from 'zod'
import {
  agentServerSchema,
  agentSettingsSchema,
  agentStartSchema,
  analyzerChoiceSchema,
  conversationRefSchema,
  forkWishSchema,
  policyChoiceSchema,
} from '../domain/index.ts'
import { procedure } from './procedure.ts'

const noteSchema = z.object({ note: z.string() })

export const agentContract = {
  /** What the agent server of a conversation is, and what of the rest it offers. */
  server: procedure.input(conversationRefSchema).output(agentServerSchema),
  /** On a bare agent server; app servers start conversations by `conversations.start`. */
  start: procedure.input(agentStartSchema).output(conversationRefSchema),
  settings: procedure.input(conversationRefSchema).output(agentSettingsSchema),
  setPolicy: procedure.input(conversationRefSchema.extend({ policy: policyChoiceSchema })).output(noteSchema),
  setAnalyzer: procedure.input(conversationRefSchema.extend({ analyzer: analyzerChoiceSchema })).output(noteSchema),
  /** Values go one way: no answer, error or log repeats them. */
  addSecrets: procedure
    .input(conversationRefSchema.extend({ secrets: z.record(z.string(), z.string()) }))
    .output(noteSchema),
  /** Answers where the fork is. */
  fork: procedure.input(conversationRefSchema.extend({ wish: forkWishSchema })).output(conversationRefSchema),
  /** The next event follows this one; null: before the first. */
  navigate: procedure.input(conversationRefSchema.extend({ eventId: z.string().nullable() })).output(noteSchema),
  condense: procedure.input(conversationRefSchema).output(noteSchema),
  ask: procedure.input(conversationRefSchema.extend({ question: z.string() })).output(z.object({ answer: z.string() })),
  startGoal: procedure
    .input(conversationRefSchema.extend({ objective: z.string(), maxIterations: z.number() }))
    .output(noteSchema),
  stopGoal: procedure.input(conversationRefSchema).output(noteSchema),
  resumeGoal: procedure.input(conversationRefSchema).output(noteSchema),
  /** Null while the agent has not finished anything. */
  finalResponse: procedure.input(conversationRefSchema).output(z.object({ text: z.string().nullable() })),
}
