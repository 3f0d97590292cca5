import { z } from 'zod'
import { oneOf } from './shape.ts'

export const CHANGE_STATUSES = ['MOVED', 'ADDED', 'DELETED', 'UPDATED'] as const

/** Answer of `git/changes`: paths relative to the repository's root (contract §10). */
export const gitChangesSchema = z.array(z.looseObject({ status: oneOf(CHANGE_STATUSES), path: z.string() }))

/** Answer of `git/diff`: two whole texts, not a patch (contract §16.25). */
export const gitDiffSchema = z.looseObject({ modified: z.string().nullable(), original: z.string().nullable() })

export const skillsSchema = z.looseObject({
  skills: z.array(
    z.looseObject({
      name: z.string(),
      type: oneOf(['repo', 'knowledge', 'agentskills']),
      content: z.string(),
      triggers: z.array(z.string()),
    }),
  ),
})

export const hooksSchema = z.looseObject({
  hooks: z.array(
    z.looseObject({
      event_type: oneOf([
        'pre_tool_use',
        'post_tool_use',
        'user_prompt_submit',
        'session_start',
        'session_end',
        'stop',
      ]),
      matchers: z.array(
        z.looseObject({
          matcher: z.string(),
          hooks: z.array(
            z.looseObject({
              type: z.string(),
              command: z.string(),
              timeout: z.number().optional(),
              async: z.boolean().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})
