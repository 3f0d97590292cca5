import { z } from 'zod'
import { textContentSchema } from '../content.ts'
import { SECURITY_RISKS } from '../enums.ts'
import { actionSchema } from '../payloads/actions.ts'
import { observationSchema } from '../payloads/observations.ts'
import { jsonObjectSchema, oneOf } from '../shape.ts'
import { errorClassificationSchema, eventOf, sourceSchema } from './common.ts'
import { criticResultSchema, messageSchema, reasoningItemSchema, thinkingSchema, toolCallSchema } from './message.ts'

const toolFields = { tool_name: z.string(), tool_call_id: z.string() }

/** Tools have no `name` on the wire (contract §9); 39 classes, of which MCP and client tools add fields. */
export const toolDefinitionSchema = z.looseObject({
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  action_type: z.string(),
  observation_type: z.string().nullish(),
  annotations: jsonObjectSchema.nullish(),
  meta: jsonObjectSchema.nullish(),
  mcp_tool: z.looseObject({ name: z.string() }).optional(),
  client_tool_name: z.string().optional(),
  input_schema: jsonObjectSchema.optional(),
})
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>

export const systemPromptEventSchema = eventOf('SystemPromptEvent', {
  system_prompt: textContentSchema,
  tools: z.array(toolDefinitionSchema),
  dynamic_context: textContentSchema.nullish(),
})

/** `llm_response_id` is null unless the agent spoke. Source `environment` occurs (contract §18.2). */
export const messageEventSchema = eventOf('MessageEvent', {
  source: sourceSchema,
  llm_message: messageSchema,
  llm_response_id: z.string().nullish(),
  activated_skills: z.array(z.string()).optional(),
  extended_content: z.array(textContentSchema).optional(),
  sender: z.string().nullish(),
  critic_result: criticResultSchema.nullish(),
})

/** Equal `llm_response_id`s are one parallel batch. `action` is null when the call could not be understood. */
export const actionEventSchema = eventOf('ActionEvent', {
  ...toolFields,
  thought: z.array(textContentSchema),
  reasoning_content: z.string().nullish(),
  thinking_blocks: z.array(thinkingSchema).optional(),
  responses_reasoning_item: reasoningItemSchema.nullish(),
  action: actionSchema.nullish(),
  tool_call: toolCallSchema,
  llm_response_id: z.string(),
  security_risk: oneOf(SECURITY_RISKS).optional(),
  critic_result: criticResultSchema.nullish(),
  summary: z.string().nullish(),
})

export const observationEventSchema = eventOf('ObservationEvent', {
  ...toolFields,
  observation: observationSchema,
  action_id: z.string(),
  extended_content: z.array(textContentSchema).optional(),
})

export const userRejectObservationSchema = eventOf('UserRejectObservation', {
  ...toolFields,
  action_id: z.string(),
  rejection_reason: z.string().optional(),
  rejection_source: oneOf(['user', 'hook']).optional(),
})

/** Belongs to its action by `tool_call_id` alone (contract §9). */
export const agentErrorEventSchema = eventOf('AgentErrorEvent', {
  ...toolFields,
  error: z.string(),
  classification: errorClassificationSchema.nullish(),
})

/** Two per call: started, then completed or failed. Takes no part in what the model reads. */
export const acpToolCallEventSchema = eventOf('ACPToolCallEvent', {
  tool_call_id: z.string(),
  title: z.string(),
  status: z.string().nullish(),
  tool_kind: z.string().nullish(),
  raw_input: z.unknown().optional(),
  raw_output: z.unknown().optional(),
  content: z.array(z.unknown()).nullish(),
  is_error: z.boolean().optional(),
})
