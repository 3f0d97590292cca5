import * as z from 'zod'
import type { JsonObject } from '../json.ts'
import type { Conversation } from './conversation.ts'

/** The conversation that a fork was made of. */
export interface Origin {
  /** With dashes. */
  conversationId: string
  eventId: string | null
}

/** A secret as records show it: its value is taken and never shown again. */
export interface HeldSecret {
  kind: 'StaticSecret' | 'LookupSecret'
  description: string | null
  url?: string
}

export const SavedAgentState = z.object({
  analyzer: z.record(z.string(), z.json()).nullable(),
  policy: z.record(z.string(), z.json()).and(z.object({ kind: z.string() })),
  forkedFrom: z.object({ conversationId: z.string(), eventId: z.string().nullable() }).nullable(),
  /** The head, where it is not the newest node: null is the root. */
  leaf: z.string().nullable().optional(),
})
type SavedAgentState = z.infer<typeof SavedAgentState>

/** What only the agent server knows of a conversation, beside its log. */
export class AgentState {
  /** Says how risky an action is; without one every risk is unknown. */
  analyzer: JsonObject | null = { kind: 'LLMSecurityAnalyzer' }
  forkedFrom: Origin | null = null
  readonly secrets = new Map<string, HeldSecret>()

  /** `secret_sources` of a record: 1.58 shows none, 1.34 their names without values (seen). */
  secretSources(isShown: boolean): JsonObject {
    if (!isShown) return {}
    const entries = [...this.secrets].map(([name, { kind, description, url }]) => [
      name,
      kind === 'StaticSecret' ? { description, value: null, kind } : { description, url: url ?? '', headers: {}, kind },
    ])
    return Object.fromEntries(entries)
  }
}

/** What outlives the service; secrets do not. */
export function savedAgentState(c: Conversation): SavedAgentState {
  const { analyzer, forkedFrom } = c.agent
  return { analyzer, policy: c.policy, forkedFrom, ...(c.isAtEnd ? {} : { leaf: c.leafId ?? null }) }
}

/** Puts back what an earlier run of the service left; the events come first. */
export function restoreAgentState(c: Conversation, saved: SavedAgentState): void {
  c.policy = saved.policy
  c.agent.analyzer = saved.analyzer
  c.agent.forkedFrom = saved.forkedFrom
  if (saved.leaf !== undefined) c.navigate(saved.leaf ?? undefined)
}
