import { z } from 'zod'
import { secretProblem, secretsForWritingSchema } from './secrets.ts'
import { codePointLength, TITLE_LIMIT, tagsForWritingSchema } from './tags.ts'

/** Risks that a policy can begin at. UNKNOWN is refused by the server with 422, so it cannot be said (contract §11). */
export const RISK_THRESHOLDS = ['LOW', 'MEDIUM', 'HIGH'] as const
export type RiskThreshold = (typeof RISK_THRESHOLDS)[number]

/** Body of `confirmation_policy`. Every field is said, so that no server's default decides. */
export const policyForSendingSchema = z.strictObject({
  policy: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('NeverConfirm') }),
    z.strictObject({ kind: z.literal('AlwaysConfirm') }),
    z.strictObject({
      kind: z.literal('ConfirmRisky'),
      threshold: z.enum(RISK_THRESHOLDS),
      confirm_unknown: z.boolean(),
    }),
  ]),
})

/** Analyzers that need no settings of their own; 1.11.4 has the first only (contract §11). */
export const SECURITY_ANALYZERS = [
  'LLMSecurityAnalyzer',
  'PatternSecurityAnalyzer',
  'PolicyRailSecurityAnalyzer',
] as const
export type SecurityAnalyzer = (typeof SECURITY_ANALYZERS)[number]

/** Body of `security_analyzer`; null takes it away, and every risk is UNKNOWN then. */
export const analyzerForSendingSchema = z.strictObject({
  security_analyzer: z.strictObject({ kind: z.enum(SECURITY_ANALYZERS) }).nullable(),
})

/** Secrets to add to a conversation: the rules for a new one, and at least one with a value. */
const addedSecretsSchema = secretsForWritingSchema.check(({ value, issues }) => {
  if (Object.keys(value).length === 0) issues.push({ code: 'custom', message: 'holds no secret', input: value })
  for (const [name, secret] of Object.entries(value)) {
    if (secret === '') issues.push({ code: 'custom', path: [name], message: 'has no value', input: value })
  }
})

/** Body of `C/secrets`, in the form that every version knows. */
export const secretsForSendingSchema = z.strictObject({ secrets: addedSecretsSchema }).transform(({ secrets }) => ({
  secrets: Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, { kind: 'StaticSecret' as const, value }]),
  ),
}))

/** What a server would refuse about a secret to be added; null when nothing. */
export function addedSecretProblem(name: string, value: string): string | null {
  return secretProblem(name, value) ?? (value === '' ? 'has no value' : null)
}

const eventIdSchema = z.string().min(1, { error: 'names no event' })

/** Body of `fork`. `from_event_id` left out keeps the whole history (contract §11). */
export const forkForSendingSchema = z.strictObject({
  id: z.uuid(),
  title: z
    .string()
    .refine((text) => codePointLength(text) <= TITLE_LIMIT, { error: `may have at most ${TITLE_LIMIT} characters` })
    .optional(),
  tags: tagsForWritingSchema.optional(),
  reset_metrics: z.boolean(),
  from_event_id: eventIdSchema.optional(),
})

/** Body of `navigate`; null goes to before the first event. */
export const navigationForSendingSchema = z.strictObject({ event_id: eventIdSchema.nullable() })

const wordsSchema = z.string().refine((text) => text.trim() !== '', { error: 'is empty' })

/** Body of `ask_agent`. */
export const questionForSendingSchema = z.strictObject({ question: wordsSchema })

/** Body of `goal`. An empty objective answers 400. */
export const goalForSendingSchema = z.strictObject({ objective: wordsSchema, max_iterations: z.int().min(1) })
