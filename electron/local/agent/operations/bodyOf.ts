import { invalid, missing } from '../../http/refusal.ts'
import type { Request } from '../../http/route.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { AgentServer } from '../server.ts'

/** The body as an object; anything else is refused as FastAPI does. */
export async function bodyOf(request: Request<AgentServer>): Promise<JsonObject> {
  const body = await request.body()
  if (body === undefined) throw missing(['body'])
  if (isObject(body)) return body
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  throw invalid('model_attributes_type', ['body'], msg, body)
}

/** A text field that must be there. */
export function textIn(body: JsonObject, name: string): string {
  const value = body[name]
  if (value === undefined) throw missing(['body', name], body)
  if (typeof value !== 'string') throw invalid('string_type', ['body', name], 'Input should be a valid string', value)
  return value
}

/** A text field that may be absent or null. */
export function optionalTextIn(body: JsonObject, name: string): string | null {
  return body[name] === undefined || body[name] === null ? null : textIn(body, name)
}
