import { z } from 'zod'
import { eventOf, sourceSchema } from './common.ts'

/** A piece of an answer while it is written. Old histories hold it although it should never be stored (contract §16.20). */
export const streamingDeltaEventSchema = eventOf('StreamingDeltaEvent', {
  content: z.string().nullish(),
  reasoning_content: z.string().nullish(),
})

export const tokenEventSchema = eventOf('TokenEvent', {
  source: sourceSchema,
  prompt_token_ids: z.array(z.int()),
  response_token_ids: z.array(z.int()),
})

/** `log_data` is JSON as text. */
export const llmCompletionLogEventSchema = eventOf('LLMCompletionLogEvent', {
  filename: z.string(),
  log_data: z.string(),
  model_name: z.string().optional(),
  usage_id: z.string().optional(),
})
