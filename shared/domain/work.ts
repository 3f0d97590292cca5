import { z } from 'zod'

/** A file that differs from a git reference. */
export const fileChangeSchema = z.object({
  /** MOVED, ADDED, DELETED or UPDATED; may be a value that Handrail does not know. */
  status: z.string(),
  /** Relative to the repository's root. */
  path: z.string(),
})
export type FileChange = z.infer<typeof fileChangeSchema>

/** The two whole texts of a changed file; null where there is none. */
export const fileTextsSchema = z.object({ original: z.string().nullable(), modified: z.string().nullable() })
export type FileTexts = z.infer<typeof fileTextsSchema>

/** Something that the agent was taught. */
export const skillSchema = z.object({
  name: z.string(),
  /** repo, knowledge or agentskills. */
  type: z.string(),
  content: z.string(),
  /** Words in a message that bring it up; none for what is always there. */
  triggers: z.array(z.string()),
})
export type Skill = z.infer<typeof skillSchema>

/** A command that runs when something happens. */
export const hookSchema = z.object({
  /** pre_tool_use, post_tool_use, user_prompt_submit, session_start, session_end or stop. */
  event: z.string(),
  /** Which tools or cases it is for. */
  matcher: z.string(),
  command: z.string(),
  timeoutSeconds: z.number(),
  isAsync: z.boolean(),
})
export type Hook = z.infer<typeof hookSchema>

/** How far a download is. */
export const downloadStageSchema = z.discriminatedUnion('stage', [
  /** Bytes that came so far; servers do not say how many will. */
  z.object({ stage: z.literal('receiving'), bytes: z.number() }),
  z.object({
    stage: z.literal('done'),
    /** Path of the file on the host's machine. */
    file: z.string(),
    bytes: z.number(),
    entries: z.number(),
    /** Keys taken out on the way. */
    redactions: z.number(),
    /** Where the page can fetch it once; null where the file is on the person's own machine. */
    address: z.string().nullable(),
  }),
])
export type DownloadStage = z.infer<typeof downloadStageSchema>

/** The folder that a conversation works in, as far as its record tells (contract §6). */
export function workspaceFolder(record: { tags: Readonly<Record<string, string>>; repository: string | null }): string {
  const told = record.tags.archiveworkspacepath
  if (told?.startsWith('/')) return told
  const name = record.repository?.split('/').at(-1)
  return name === undefined ? '/workspace/project' : `/workspace/project/${name}`
}
