import { isObject } from '../json.ts'
import { type Check, listOf, objectOf, text } from './fields.ts'
import { invalid } from './refusal.ts'

const image = objectOf({ image_urls: listOf(text) }, ['image_urls'])
const words = objectOf({ text }, ['text'])

/** One part of a message: a text, or an image by its addresses (contract §9). */
export const contentBlock: Check = (value, at) => {
  const type = isObject(value) ? (value.type ?? 'text') : 'text'
  if (type === 'image') return image(value, at)
  if (type === 'text') return words(value, at)
  throw invalid('literal_error', [...at, 'type'], "Input should be 'text'", type, { expected: "'text'" })
}
