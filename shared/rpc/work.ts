import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import {
  conversationRefSchema,
  downloadStageSchema,
  fileChangeSchema,
  fileTextsSchema,
  hookSchema,
  skillSchema,
} from '../domain/index.ts'
import { procedure } from './procedure.ts'

const atPath = conversationRefSchema.extend({ path: z.string().min(1) })
/** A commit, branch or tag to compare with; null for the server's choice. */
const gitRef = z.object({ gitRef: z.string().nullable() })

/** What a conversation's workspace holds; all of it needs a running sandbox, but for `download`. */
export const workContract = {
  /** `path`: the repository's root. */
  changes: procedure.input(atPath.extend(gitRef.shape)).output(z.array(fileChangeSchema)),
  /** `path`: the file. */
  diff: procedure.input(atPath.extend(gitRef.shape)).output(fileTextsSchema),
  /** Empty for an empty file and for every failure: the server does not tell them apart (contract §16.26). */
  file: procedure.input(atPath).output(z.object({ text: z.string() })),
  /** Relative paths below `path`, at most 2,000; fails with `unsupported` where the server has no such list. */
  files: procedure.input(atPath).output(z.array(z.string())),
  skills: procedure.input(conversationRefSchema).output(z.array(skillSchema)),
  hooks: procedure.input(conversationRefSchema).output(z.array(hookSchema)),
  /** Writes the server's zip of all events to a file, keys taken out; ending the stream cancels it. */
  download: procedure.input(conversationRefSchema).output(eventIterator(downloadStageSchema)),
}
