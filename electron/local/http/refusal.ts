import type { Json, JsonObject } from '../json.ts'

/** An answer that is not a success. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Json

  constructor(status: number, body: Json) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
  }
}

/** `{detail}` with a status, as FastAPI's HTTPException. */
export function refuse(status: number, detail: string): Refusal {
  return new Refusal(status, { detail })
}

/** One entry of a 422 body (contract §14). */
export function invalid(type: string, loc: (string | number)[], msg: string, input: Json, ctx?: JsonObject): Refusal {
  return new Refusal(422, { detail: [{ type, loc, msg, input, ...(ctx === undefined ? {} : { ctx }) }] })
}

/** A value outside a closed set. */
export function outside(loc: (string | number)[], choices: readonly string[], input: Json): Refusal {
  const quoted = choices.map((value) => `'${value}'`)
  const expected = quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  return invalid('enum', loc, `Input should be ${expected}`, input, { expected })
}

/** A required parameter or field is not there. */
export function missing(loc: (string | number)[], input: Json = null): Refusal {
  return invalid('missing', loc, 'Field required', input)
}

/** A body that is not JSON. */
export function invalidJson(): Refusal {
  return invalid('json_invalid', ['body', 0], 'JSON decode error', {}, { error: 'Expecting value' })
}

/** A value that breaks a rule of the server's own. */
export function invalidValue(loc: (string | number)[], error: string, input: Json): Refusal {
  return invalid('value_error', loc, `Value error, ${error}`, input, { error })
}
