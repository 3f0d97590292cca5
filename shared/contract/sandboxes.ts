import { z } from 'zod'
import { SANDBOX_STATUSES } from './enums.ts'
import { batchOf, pageOf } from './pages.ts'
import { oneOf, wireTimeSchema } from './shape.ts'

/** Names: AGENT_SERVER, VSCODE, WORKER_1, WORKER_2. The VSCODE url holds the session key as `tkn=` (contract §4). */
export const exposedUrlSchema = z.looseObject({ name: z.string(), url: z.string(), port: z.int() })
export type ExposedUrl = z.infer<typeof exposedUrlSchema>

/** MISSING is no proof of deletion (contract §16.23). `session_api_key` is null unless the sandbox runs. */
export const sandboxSchema = z.looseObject({
  id: z.string(),
  created_by_user_id: z.string().nullish(),
  sandbox_spec_id: z.string(),
  status: oneOf(SANDBOX_STATUSES),
  session_api_key: z.string().nullish(),
  exposed_urls: z.array(exposedUrlSchema).nullish(),
  created_at: wireTimeSchema.optional(),
  status_detail: z.string().nullish(),
})
export type Sandbox = z.infer<typeof sandboxSchema>

export const sandboxPageSchema = pageOf(sandboxSchema)
export type SandboxPage = z.infer<typeof sandboxPageSchema>
export const sandboxBatchSchema = batchOf(sandboxSchema)

/** Query of a creation; null leaves the choice of the spec to the server. */
export const sandboxForCreationSchema = z.strictObject({ sandbox_spec_id: z.string().min(1).nullable() })

/** The sandbox of a pause, resume or deletion. */
export const sandboxForChangeSchema = z.strictObject({ sandbox_id: z.string().min(1) })

/** Values of `initial_env` may be secrets: never show them (contract §4). */
export const sandboxSpecSchema = z.looseObject({
  id: z.string(),
  command: z.array(z.string()).nullish(),
  created_at: wireTimeSchema.optional(),
  initial_env: z.record(z.string(), z.string()).optional(),
  working_dir: z.string().optional(),
})
export type SandboxSpec = z.infer<typeof sandboxSpecSchema>

export const sandboxSpecPageSchema = pageOf(sandboxSpecSchema)
