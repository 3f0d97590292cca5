import { z } from 'zod'
import { oneOf } from '../shape.ts'

/** Parts that several payloads share. */
export const editorCommandSchema = oneOf(['view', 'create', 'str_replace', 'insert', 'undo_edit'])

export const taskItemSchema = z.looseObject({
  title: z.string(),
  notes: z.string().optional(),
  status: oneOf(['todo', 'in_progress', 'done']).optional(),
})
export type TaskItem = z.infer<typeof taskItemSchema>

export const fileEntrySchema = z.looseObject({
  name: z.string(),
  path: z.string(),
  is_directory: z.boolean(),
  size: z.int(),
  modified_time: z.string(),
})

/** Exit code -1 means that the command still runs. */
export const commandMetadataSchema = z.looseObject({
  exit_code: z.int().optional(),
  pid: z.int().optional(),
  username: z.string().nullish(),
  hostname: z.string().nullish(),
  working_dir: z.string().nullish(),
  py_interpreter_path: z.string().nullish(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
})

export const patchCommitSchema = z.looseObject({
  changes: z
    .record(
      z.string(),
      z.looseObject({
        type: oneOf(['add', 'delete', 'update']),
        old_content: z.string().nullish(),
        new_content: z.string().nullish(),
        move_path: z.string().nullish(),
      }),
    )
    .optional(),
})
