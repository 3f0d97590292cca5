import { hexOf } from '../ids.ts'
import { invalid } from './refusal.ts'
import type { Request } from './route.ts'

/** The conversation id in the path as 32 hex digits; anything else is refused with 422. */
export function pathHex(request: Pick<Request<unknown>, 'param'>): string {
  const id = request.param('id')
  const hex = hexOf(id)
  if (hex !== undefined) return hex
  const at = [...id].findIndex((char) => !/[0-9a-f-]/i.test(char))
  const error = at < 0 ? `invalid length: found ${id.length}` : `invalid character: found \`${id[at]}\` at ${at}`
  throw invalid('uuid_parsing', ['path', 'conversation_id'], `Input should be a valid UUID, ${error}`, id, { error })
}
