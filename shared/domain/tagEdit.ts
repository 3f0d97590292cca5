import { z } from 'zod'

/** Keys to write and keys to remove, applied to the agent server's map at the moment of saving. */
export const tagEditSchema = z.object({
  set: z.record(z.string(), z.string()),
  remove: z.array(z.string()),
})
export type TagEdit = z.infer<typeof tagEditSchema>

/** Stages of a save, in order: reading, writing, saved, then visible or not-visible (after 30 s). */
export const tagSaveStageSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('reading') }),
  z.object({ stage: z.literal('writing'), tags: z.record(z.string(), z.string()) }),
  z.object({ stage: z.literal('saved'), tags: z.record(z.string(), z.string()) }),
  z.object({ stage: z.literal('visible'), afterMs: z.number() }),
  /** `missing`: keys whose written value the app server does not show yet. */
  z.object({ stage: z.literal('not-visible'), missing: z.array(z.string()) }),
])
export type TagSaveStage = z.infer<typeof tagSaveStageSchema>

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
