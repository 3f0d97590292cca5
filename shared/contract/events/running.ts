import { z } from 'zod'
import { HOOK_EVENT_TYPES, SECURITY_RISKS } from '../enums.ts'
import { conversationStatsSchema } from '../metrics.ts'
import { countSchema, executionStatusSchema, inspect, jsonObjectSchema, oneOf, report } from '../shape.ts'
import { tagsSchema } from '../tags.ts'
import { errorClassificationSchema, eventOf, sourceSchema } from './common.ts'

const failureFields = { source: sourceSchema, code: z.string(), detail: z.string() }

/** A failure of the agent server itself; also its answer to an invalid client frame (contract §13). */
export const serverErrorEventSchema = eventOf('ServerErrorEvent', failureFields)

/** Stops the run. One unreachable model writes two of them (contract §18.2). */
export const conversationErrorEventSchema = eventOf('ConversationErrorEvent', {
  ...failureFields,
  classification: errorClassificationSchema.nullish(),
})

export const pauseEventSchema = eventOf('PauseEvent', {})
export const interruptEventSchema = eventOf('InterruptEvent', {})

/** Values of the state keys that the console reads; other keys hold anything (contract §9.3). */
const STATE_VALUES: Readonly<Record<string, z.ZodType>> = {
  execution_status: executionStatusSchema,
  // Older name of execution_status.
  agent_status: executionStatusSchema,
  tags: tagsSchema,
  stats: conversationStatsSchema,
}

/** `full_state` holds credentials (contract §9.3): its value is read only after redaction. */
export const stateUpdateEventSchema = eventOf('ConversationStateUpdateEvent', {
  key: z.string().optional(),
  value: z.unknown().optional(),
}).check(({ value: { key, value }, issues }) => {
  const schema = key !== undefined && Object.hasOwn(STATE_VALUES, key) ? STATE_VALUES[key] : undefined
  if (schema !== undefined && value !== undefined) report(issues, inspect(schema, value), ['value'])
})

/** `blocked` is true on exit code 2 or a denial. */
export const hookExecutionEventSchema = eventOf('HookExecutionEvent', {
  hook_event_type: oneOf(HOOK_EVENT_TYPES),
  hook_command: z.string(),
  success: z.boolean(),
  exit_code: z.int(),
  blocked: z.boolean().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  tool_name: z.string().nullish(),
  reason: z.string().nullish(),
  additional_context: z.string().nullish(),
  error: z.string().nullish(),
  action_id: z.string().nullish(),
  message_id: z.string().nullish(),
  hook_input: jsonObjectSchema.nullish(),
})

/** What the security analyzer said of each waiting action, by action id (contract §18.2). */
export const securityAnalysisEventSchema = eventOf('SecurityAnalysisEvent', {
  analyzer: z.string(),
  policy: z.string(),
  risks: z.record(z.string(), oneOf(SECURITY_RISKS)),
  details: z.record(z.string(), jsonObjectSchema).optional(),
})

export const condensationSchema = eventOf('Condensation', {
  llm_response_id: z.string(),
  forgotten_event_ids: z.array(z.string()).optional(),
  summary: z.string().nullish(),
  summary_offset: countSchema.nullish(),
})
export const condensationRequestSchema = eventOf('CondensationRequest', {})
/** Its id is `<uuid>-summary` (contract §8). */
export const condensationSummaryEventSchema = eventOf('CondensationSummaryEvent', { summary: z.string() })
