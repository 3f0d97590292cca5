import { z } from 'zod'
import { CONVERSATION_TRIGGERS, GIT_PROVIDERS, SUGGESTED_TASK_TYPES } from '../contract/index.ts'

const pluginSchema = z.object({
  /** `github:owner/repo`, a git address or a path. */
  source: z.string(),
  ref: z.string().nullable(),
  repoPath: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()),
})
export type PluginSpec = z.infer<typeof pluginSchema>

const suggestedTaskSchema = z.object({
  gitProvider: z.enum(GIT_PROVIDERS),
  taskType: z.enum(SUGGESTED_TASK_TYPES),
  repository: z.string(),
  issueNumber: z.number(),
  title: z.string(),
})
export type SuggestedTask = z.infer<typeof suggestedTaskSchema>

/** A start request (contract §5) as a person fills it in: null, or empty, where the server shall choose. */
export const startRequestSchema = z.object({
  connectionId: z.string(),
  text: z.string(),
  run: z.boolean(),
  suggestedTask: suggestedTaskSchema.nullable(),
  title: z.string().nullable(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  gitProvider: z.enum(GIT_PROVIDERS).nullable(),
  sandboxId: z.string().nullable(),
  model: z.string().nullable(),
  agentProfileId: z.string().nullable(),
  agentType: z.enum(['default', 'plan']),
  systemSuffix: z.string().nullable(),
  conversationId: z.string().nullable(),
  parentConversationId: z.string().nullable(),
  trigger: z.enum(CONVERSATION_TRIGGERS).nullable(),
  pullRequests: z.array(z.number()),
  isPublic: z.boolean().nullable(),
  /** Names and values; they go to the server once and come back from nowhere. */
  secrets: z.record(z.string(), z.string()),
  plugins: z.array(pluginSchema),
  spanName: z.string().nullable(),
  observabilityTags: z.array(z.string()),
  observabilityMetadata: z.record(z.string(), z.unknown()),
})
export type StartRequest = z.infer<typeof startRequestSchema>

/** A request that leaves everything to the server. */
export function emptyStart(connectionId: string): StartRequest {
  return {
    connectionId,
    text: '',
    run: true,
    suggestedTask: null,
    title: null,
    repository: null,
    branch: null,
    gitProvider: null,
    sandboxId: null,
    model: null,
    agentProfileId: null,
    agentType: 'default',
    systemSuffix: null,
    conversationId: null,
    parentConversationId: null,
    trigger: null,
    pullRequests: [],
    isPublic: null,
    secrets: {},
    plugins: [],
    spanName: null,
    observabilityTags: [],
    observabilityMetadata: {},
  }
}

/** Contract §3: a start task's way from asking to a conversation. */
export const startTaskSchema = z.object({
  connectionId: z.string(),
  id: z.string(),
  /** Upper case; may be a value that Handrail does not know. READY and ERROR end it. */
  status: z.string(),
  /** Why it ended in ERROR. */
  detail: z.string().nullable(),
  conversationId: z.string().nullable(),
  sandboxId: z.string().nullable(),
  /** What was asked for, as far as it tells tasks apart. */
  title: z.string().nullable(),
  repository: z.string().nullable(),
  /** Milliseconds since the epoch. */
  createdAt: z.number().nullable(),
})
export type StartTask = z.infer<typeof startTaskSchema>

/** True when the server works on it no more. */
export function isStartOver({ status }: Pick<StartTask, 'status'>): boolean {
  return status === 'READY' || status === 'ERROR'
}
