import { z } from 'zod'
import { contentSchema } from '../content.ts'
import { byKind, oneOf } from '../shape.ts'
import {
  commandMetadataSchema,
  editorCommandSchema,
  fileEntrySchema,
  patchCommitSchema,
  taskItemSchema,
} from './parts.ts'

const text = z.string()
const maybeText = text.nullish()
const flag = z.boolean().optional()
const whole = z.int().optional()

const fileEditorFields = {
  command: editorCommandSchema,
  path: maybeText,
  prev_exist: flag,
  old_content: maybeText,
  new_content: maybeText,
}
const writtenFileFields = { file_path: maybeText, is_new_file: flag, old_content: maybeText, new_content: maybeText }

/** Fields of each observation kind (contract §9.2, §18.2). A new kind is one more line here. */
const OBSERVATION_FIELDS = {
  MCPToolObservation: { tool_name: text },
  FinishObservation: {},
  ThinkObservation: {},
  ClientToolObservation: {},
  InvokeSkillObservation: { skill_name: text },
  SwitchLLMObservation: { profile_name: text, reason: maybeText, active_model: maybeText },
  ClassifyAndSwitchLLMObservation: { chosen_class: maybeText, model: maybeText, active_model: maybeText },
  AskOracleObservation: {},
  VisionInspectObservation: {
    image_index: z.int(),
    question: text,
    profile_name: maybeText,
    model: maybeText,
    base_url: maybeText,
    answer: maybeText,
  },
  // `command` is required but nullable, so it disappears where nulls are omitted (contract §16.14).
  TerminalObservation: {
    command: maybeText,
    exit_code: z.int().nullish(),
    timeout: flag,
    metadata: commandMetadataSchema.optional(),
    full_output_save_dir: maybeText,
  },
  FileEditorObservation: fileEditorFields,
  PlanningFileEditorObservation: fileEditorFields,
  EditObservation: { ...writtenFileFields, replacements_made: whole },
  WriteFileObservation: writtenFileFields,
  ReadFileObservation: {
    file_path: text,
    file_content: text.optional(),
    is_truncated: flag,
    lines_shown: z.array(z.int()).nullish(),
    total_lines: z.int().nullish(),
  },
  ListDirectoryObservation: {
    dir_path: maybeText,
    entries: z.array(fileEntrySchema).optional(),
    total_count: whole,
    is_truncated: flag,
  },
  GlobObservation: { files: z.array(text), pattern: text, search_path: text, truncated: flag },
  GrepObservation: {
    matches: z.array(text),
    pattern: text,
    search_path: text,
    include_pattern: maybeText,
    truncated: flag,
  },
  ApplyPatchObservation: { message: text.optional(), fuzz: whole, commit: patchCommitSchema.nullish() },
  BrowserObservation: { screenshot_data: maybeText, full_output_save_dir: maybeText },
  DelegateObservation: { command: oneOf(['spawn', 'delegate']) },
  TaskObservation: { task_id: text, subagent: text, status: text },
  TaskTrackerObservation: { command: oneOf(['view', 'plan']), task_list: z.array(taskItemSchema).optional() },
  WorkflowObservation: { name: text, status: oneOf(['completed', 'error']) },
  StartChildConversationObservation: {
    conversation_id: maybeText,
    parent_conversation_id: maybeText,
    isolation: oneOf(['worktree', 'shared']).nullish(),
    status: maybeText,
    title: maybeText,
    url: maybeText,
    workspace: maybeText,
  },
  ConsultTomObservation: { suggestions: text.optional(), confidence: z.number().nullish(), reasoning: maybeText },
  SleeptimeComputeObservation: { message: text.optional(), sessions_processed: whole },
}
export type ObservationKind = keyof typeof OBSERVATION_FIELDS

const commonFields = { kind: text, content: z.array(contentSchema).optional(), is_error: flag }
const schemas = Object.fromEntries(
  Object.entries(OBSERVATION_FIELDS).map(([kind, fields]) => [kind, z.strictObject({ ...commonFields, ...fields })]),
)
export const OBSERVATION_KINDS: readonly string[] = Object.keys(schemas)

/**
 * What came back. A failed command has `is_error: false`: judge it by `exit_code`. A file editor's error has
 * `is_error: true` and no `path` (contract §18.2).
 */
export const observationSchema = byKind(schemas)
export type Observation = z.infer<typeof observationSchema>
