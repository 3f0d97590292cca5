import { z } from 'zod'

/** Rejects unknown keys, but for the legacy `enable_truncation` of old stored events (contract §9). */
export const textContentSchema = z.strictObject({
  type: z.literal('text').optional(),
  text: z.string(),
  cache_prompt: z.boolean().optional(),
  enable_truncation: z.boolean().optional(),
})
export type TextContent = z.infer<typeof textContentSchema>

/** `image_urls` are https or `data:` addresses. */
export const imageContentSchema = z.looseObject({
  type: z.literal('image'),
  image_urls: z.array(z.string()),
  cache_prompt: z.boolean().optional(),
})
export type ImageContent = z.infer<typeof imageContentSchema>

export const contentSchema = z.discriminatedUnion('type', [textContentSchema, imageContentSchema])
export type Content = z.infer<typeof contentSchema>
