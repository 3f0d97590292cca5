import { z } from 'zod'
import { START_TASK_STATUSES } from './enums.ts'
import { batchOf, pageOf } from './pages.ts'
import { jsonObjectSchema, oneOf, wireTimeSchema } from './shape.ts'

/**
 * A conversation on its way (contract §3). `sandbox_id` is there from WAITING_FOR_SANDBOX on, `app_conversation_id`
 * at READY, the error text of ERROR in `detail`.
 */
export const startTaskSchema = z.looseObject({
  id: z.string(),
  created_by_user_id: z.string().nullish(),
  status: oneOf(START_TASK_STATUSES),
  detail: z.string().nullish(),
  app_conversation_id: z.string().nullish(),
  sandbox_id: z.string().nullish(),
  agent_server_url: z.string().nullish(),
  /** Echo of the start request, secrets masked; not read. */
  request: jsonObjectSchema.optional(),
  created_at: wireTimeSchema.optional(),
  updated_at: wireTimeSchema.optional(),
})
export type StartTask = z.infer<typeof startTaskSchema>

export const startTaskPageSchema = pageOf(startTaskSchema)
export type StartTaskPage = z.infer<typeof startTaskPageSchema>
export const startTaskBatchSchema = batchOf(startTaskSchema)
