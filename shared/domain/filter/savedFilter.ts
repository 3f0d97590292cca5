import { z } from 'zod'

/** A filter that somebody keeps under a name. As text: that is what people read, and later versions may know more of it. */
export const savedFilterSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  text: z.string().min(1).max(10_000),
})
export type SavedFilter = z.infer<typeof savedFilterSchema>
