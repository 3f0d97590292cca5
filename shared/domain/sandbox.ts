import { z } from 'zod'

/** Contract §4, without keys: URLs that embed one are left out. */
export const sandboxSchema = z.object({
  connectionId: z.string(),
  id: z.string(),
  status: z.string(),
  statusDetail: z.string().nullable(),
  specId: z.string(),
  createdAt: z.number().nullable(),
  /** Every conversation known to live in it: pause and resume act on all of them. */
  conversations: z.array(
    z.object({
      conversationId: z.string(),
      title: z.string().nullable(),
      executionStatus: z.string().nullable(),
    }),
  ),
})
export type Sandbox = z.infer<typeof sandboxSchema>
