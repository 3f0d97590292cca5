import { z } from 'zod'

const tagMapSchema = z.record(z.string(), z.string())
export type TagMap = Readonly<Record<string, string>>

/** Keys to write and keys to remove, applied to the agent server's map at the moment of saving. */
export const tagEditSchema = z.object({
  set: tagMapSchema,
  remove: z.array(z.string()),
  /** The map that the person saw while editing: what differs from it by then was changed by somebody else. */
  base: tagMapSchema,
})
export type TagEdit = z.infer<typeof tagEditSchema>

/** A key that somebody else changed meanwhile; null for no such tag. */
export const tagChangeSchema = z.object({
  key: z.string(),
  seen: z.string().nullable(),
  theirs: z.string().nullable(),
})
export type TagChange = z.infer<typeof tagChangeSchema>

/** Stages of a save, in order: reading, then conflict, or writing, saved, then visible or not-visible (after 30 s). */
export const tagSaveStageSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('reading') }),
  /** Somebody else changed keys of the edit itself: nothing was written, the person decides. `tags`: the map now. */
  z.object({ stage: z.literal('conflict'), conflicts: z.array(tagChangeSchema), tags: tagMapSchema }),
  /** `merged`: changes of others to other keys, which are kept. */
  z.object({ stage: z.literal('writing'), tags: tagMapSchema, merged: z.array(tagChangeSchema) }),
  z.object({ stage: z.literal('saved'), tags: tagMapSchema }),
  z.object({ stage: z.literal('visible'), afterMs: z.number() }),
  /** `missing`: keys whose written value the app server does not show yet. */
  z.object({ stage: z.literal('not-visible'), missing: z.array(z.string()) }),
])
export type TagSaveStage = z.infer<typeof tagSaveStageSchema>

/** Applies an edit to the map as it is now, and says what others did to it since the person saw it. */
export function mergeTags(
  current: TagMap,
  { set, remove, base }: TagEdit,
): { tags: TagMap; conflicts: TagChange[]; merged: TagChange[] } {
  const tags: Record<string, string> = { ...current, ...set }
  for (const key of remove) delete tags[key]
  const changes = [...new Set([...Object.keys(base), ...Object.keys(current)])]
    .map((key): TagChange => ({ key, seen: base[key] ?? null, theirs: current[key] ?? null }))
    .filter(({ seen, theirs }) => seen !== theirs)
  const isEdited = (key: string) => key in set || remove.includes(key)
  return {
    tags,
    // Who wants the same as the other has no conflict.
    conflicts: changes.filter(({ key, theirs }) => isEdited(key) && (tags[key] ?? null) !== theirs),
    merged: changes.filter(({ key }) => !isEdited(key)),
  }
}

const TAG_KEY = /^[a-z0-9]+$/

/** Says what is wrong with a tag key, or null (contract §6). */
export function tagKeyProblem(key: string): string | null {
  if (key === '') return 'A tag needs a key.'
  return TAG_KEY.test(key) ? null : 'Only lower-case letters and digits: no spaces, no _ and no -.'
}

/** Says what is wrong with a tag value, or null. The limit counts code points, not UTF-16 units (contract §6). */
export function tagValueProblem(value: string): string | null {
  const length = [...value].length
  return length <= 256 ? null : `At most 256 characters; this has ${length}.`
}
