import { z } from 'zod'
import { EVENT_KINDS } from './enums.ts'
import { oneOf, wireTimeSchema } from './shape.ts'

/** What everybody with the link sees of a shared conversation's record (contract §8): no state, address, key or tags. */
export const sharedConversationSchema = z.looseObject({
  id: z.string().optional(),
  created_by_user_id: z.string().nullable(),
  sandbox_id: z.string(),
  selected_repository: z.string().nullish(),
  selected_branch: z.string().nullish(),
  /** Published without a type, as `metrics`. */
  git_provider: z.unknown().optional(),
  title: z.string().nullish(),
  pr_number: z.array(z.int()).optional(),
  llm_model: z.string().nullish(),
  metrics: z.unknown().optional(),
  parent_conversation_id: z.string().nullish(),
  sub_conversation_ids: z.array(z.string()).optional(),
  created_at: wireTimeSchema.optional(),
  updated_at: wireTimeSchema.optional(),
})
export type SharedConversation = z.infer<typeof sharedConversationSchema>

/** The parameter knows the 19 kinds of the app server's own schema (contract §8). */
export const SHARED_EVENT_KINDS = EVENT_KINDS.filter((kind) => kind !== 'SecurityAnalysisEvent')

/** Filters are compared as text with the stored times: naive UTC, no zone (contract §8). */
const filterTimeSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?$/, {
  error: 'must be a time without a zone, such as 2026-08-24T09:14:02',
})

/** Query of `GET /api/shared-events/search`; null leaves a parameter out. */
export const sharedEventsQuerySchema = z.strictObject({
  kind__eq: oneOf(SHARED_EVENT_KINDS).nullable(),
  timestamp__gte: filterTimeSchema.nullable(),
  timestamp__lt: filterTimeSchema.nullable(),
  sort_order: z.enum(['TIMESTAMP', 'TIMESTAMP_DESC']),
  page_id: z.string().min(1).nullable(),
  limit: z.int().min(1).max(100),
})
