import { z } from 'zod'
import { byKind, countSchema, jsonObjectSchema, oneOf } from '../shape.ts'
import { browserActions } from './browserActions.ts'
import { editorCommandSchema, taskItemSchema } from './parts.ts'

const text = z.string()
const maybeText = text.nullish()
const flag = z.boolean().optional()

const fileEditorFields = {
  command: editorCommandSchema,
  path: text,
  file_text: maybeText,
  old_str: maybeText,
  new_str: maybeText,
  insert_line: countSchema.nullish(),
  view_range: z.array(z.int()).nullish(),
}

/** Fields of each action kind (contract §9.1, §18.2). A new kind is one more line here. */
const ACTION_FIELDS = {
  MCPToolAction: { data: jsonObjectSchema.optional() },
  FinishAction: { message: text },
  ThinkAction: { thought: text },
  InvokeSkillAction: { name: text },
  SwitchLLMAction: { profile_name: text, reason: text },
  ClassifyAndSwitchLLMAction: {},
  AskOracleAction: { question: text, context: maybeText },
  VisionInspectAction: { image_index: countSchema, question: text, profile_name: maybeText },
  TerminalAction: { command: text, is_input: flag, timeout: z.number().min(0).nullish(), reset: flag },
  FileEditorAction: fileEditorFields,
  PlanningFileEditorAction: fileEditorFields,
  EditAction: { file_path: text, old_string: text, new_string: text, expected_replacements: countSchema.optional() },
  ReadFileAction: { file_path: text, offset: countSchema.nullish(), limit: z.int().min(1).nullish() },
  WriteFileAction: { file_path: text, content: text },
  ListDirectoryAction: { dir_path: text.optional(), recursive: flag },
  GlobAction: { pattern: text, path: maybeText },
  GrepAction: { pattern: text, path: maybeText, include: maybeText },
  ApplyPatchAction: { patch: text },
  TaskTrackerAction: { command: oneOf(['view', 'plan']).optional(), task_list: z.array(taskItemSchema).optional() },
  TaskAction: {
    description: maybeText,
    prompt: text,
    subagent_type: text.optional(),
    resume: maybeText,
    max_turns: z.int().nullish(),
  },
  DelegateAction: {
    command: oneOf(['spawn', 'delegate']),
    ids: z.array(text).nullish(),
    agent_types: z.array(text).nullish(),
    tasks: z.record(text, text).nullish(),
  },
  WorkflowAction: { name: text, script: text, max_concurrency: z.int().min(1).max(64).optional() },
  StartChildConversationAction: { task: text, title: maybeText, isolation: oneOf(['worktree', 'shared']).optional() },
  ConsultTomAction: { reason: text, use_user_message: flag, custom_query: maybeText },
  SleeptimeComputeAction: {},
  ...browserActions,
}
export type ActionKind = keyof typeof ACTION_FIELDS

const schemas = Object.fromEntries(
  Object.entries(ACTION_FIELDS).map(([kind, fields]) => [kind, z.strictObject({ kind: text, ...fields })]),
)
export const ACTION_KINDS: readonly string[] = Object.keys(schemas)

/** Kinds of tools that a client defined itself: any name, any fields (contract §9.1). */
export function isClientAction(kind: string): boolean {
  return kind.startsWith('ClientAction_')
}

/** What the agent wants to do: `kind`, and the fields of that kind. */
export const actionSchema = byKind(schemas, isClientAction)
export type Action = z.infer<typeof actionSchema>
