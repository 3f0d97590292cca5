import { z } from 'zod'

/** Tags as read. The app server's view holds keys of its own that break the rule for writing (contract §6). */
export const tagsSchema = z.record(z.string(), z.string())
export type Tags = z.infer<typeof tagsSchema>

export const TAG_VALUE_LIMIT = 256
export const TITLE_LIMIT = 200

/** Length as servers count it: code points, not UTF-16 units (contract §6). */
export function codePointLength(text: string): number {
  return [...text].length
}

/** A key that an agent server accepts. JavaScript's `$` without the m flag refuses a trailing newline. */
export const tagKeySchema = z.string().regex(/^[a-z0-9]+$/, { error: 'may hold only lower-case letters and digits' })

export const tagValueSchema = z.string().refine((text) => codePointLength(text) <= TAG_VALUE_LIMIT, {
  error: `may have at most ${TAG_VALUE_LIMIT} characters`,
})

/** Tags as written: replaces the whole map. An error's path names the tag. */
export const tagsForWritingSchema = z.record(z.string(), tagValueSchema).check(({ value, issues }) => {
  for (const key of Object.keys(value)) {
    const message = tagKeySchema.safeParse(key).error?.issues[0]?.message
    if (message !== undefined) issues.push({ code: 'custom', path: [key], message, input: key })
  }
})

/** Title of a conversation as an agent server accepts it. */
export const titleForWritingSchema = z.string().refine((text) => text !== '' && codePointLength(text) <= TITLE_LIMIT, {
  error: `must have 1 to ${TITLE_LIMIT} characters`,
})

/** Body of `PATCH {conversation_url}`. Absent leaves a field as it is, `{}` clears all tags (contract §6). */
export const agentConversationPatchSchema = z.strictObject({
  tags: tagsForWritingSchema.nullish(),
  title: titleForWritingSchema.nullish(),
})
export type AgentConversationPatch = z.infer<typeof agentConversationPatchSchema>
