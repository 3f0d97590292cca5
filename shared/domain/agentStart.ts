import { z } from 'zod'

/** A conversation to be started on a bare agent server, which wants to be told what its agent is. */
export const agentStartSchema = z.object({
  connectionId: z.string(),
  /** Chosen by whoever asks, so that asking again starts no second one. */
  id: z.uuid(),
  text: z.string(),
  run: z.boolean(),
  /** Absolute, on the machine of the agent server. */
  workingDir: z.string(),
  model: z.string(),
  /** Goes to the server once and comes back from nowhere; null for a model that wants none. */
  modelKey: z.string().nullable(),
  /** Where the model is; null for its provider's own address. */
  modelUrl: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
})
export type AgentStart = z.infer<typeof agentStartSchema>
