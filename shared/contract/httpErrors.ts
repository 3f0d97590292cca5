import { z } from 'zod'
import { describeBody } from './httpErrorText.ts'

/** One complaint of a 422; `input` is left out of the console, it may hold a secret. */
export const validationErrorSchema = z.looseObject({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  input: z.unknown().optional(),
  ctx: z.record(z.string(), z.unknown()).optional(),
})
export type ValidationError = z.infer<typeof validationErrorSchema>

/** `{detail: [...]}` of both servers. */
export const validationBodySchema = z.looseObject({ detail: z.array(validationErrorSchema) })
/** 5xx of an agent server; `error_id` only when unhandled. */
export const agentFailureBodySchema = z.looseObject({
  detail: z.string(),
  exception: z.string(),
  error_id: z.string().optional(),
})
/** `{detail}` of both servers; an object, or `retryable`, on some agent answers. */
export const detailBodySchema = z.looseObject({
  detail: z.union([z.string(), z.record(z.string(), z.unknown())]),
  retryable: z.boolean().optional(),
})
/** Skills, hooks, settings, add-git-providers, account rate limit. */
export const errorBodySchema = z.looseObject({ error: z.string() })
/** Rate limit by address. */
export const messageBodySchema = z.looseObject({ message: z.string() })

/** Which of the bodies of contract §14 an answer had. */
export type ErrorForm = 'validation' | 'agent' | 'detail' | 'error' | 'message' | 'json' | 'text' | 'html' | 'empty'

/** An answer that is not a success, read from any of its bodies. */
export interface HttpError {
  status: number
  form: ErrorForm
  /** One sentence for the person, without values that were sent. */
  message: string
  /** Request fields at fault, as `body.tags`, with what is wrong with each. */
  fields: { path: string; message: string }[]
  /** What to quote to the server's operator. */
  errorId: string | null
  /** The server's own word on trying again (409 credential binding). */
  retryable: boolean | null
}

/** Reads an error answer of any form. Never throws; `contentType` may be null or wrong. */
export function readHttpError(status: number, contentType: string | null, body: string): HttpError {
  const plain = { status, fields: [], errorId: null, retryable: null }
  if (body.trim() === '') return { ...plain, form: 'empty', message: describeBody(status, 'empty', '') }
  const json = parseJson(body)
  if (json === undefined || typeof json === 'string') {
    const isHtml = contentType?.includes('html') === true || /^\s*<(?:!doctype|html)/i.test(body)
    const form = isHtml ? 'html' : 'text'
    return { ...plain, form, message: describeBody(status, form, typeof json === 'string' ? json : body) }
  }
  return { ...plain, ...readJsonBody(status, json) }
}

function readJsonBody(status: number, json: unknown): Pick<HttpError, 'form' | 'message'> & Partial<HttpError> {
  const validation = validationBodySchema.safeParse(json).data
  if (validation !== undefined) {
    const fields = validation.detail.map(({ loc, msg }) => ({
      path: loc.join('.'),
      message: msg.replace(/^Value error, /, ''),
    }))
    const said = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
    return { form: 'validation', fields, message: describeBody(status, 'validation', said) }
  }
  const agent = agentFailureBodySchema.safeParse(json).data
  if (agent !== undefined) {
    const message = describeBody(status, 'agent', agent.exception || agent.detail)
    return { form: 'agent', errorId: agent.error_id ?? null, message }
  }
  const detail = detailBodySchema.safeParse(json).data
  if (detail !== undefined) {
    const said = typeof detail.detail === 'string' ? detail.detail : wordsIn(detail.detail)
    return { form: 'detail', retryable: detail.retryable ?? null, message: describeBody(status, 'detail', said) }
  }
  const error = errorBodySchema.safeParse(json).data
  if (error !== undefined) return { form: 'error', message: describeBody(status, 'error', error.error) }
  const message = messageBodySchema.safeParse(json).data
  if (message !== undefined) return { form: 'message', message: describeBody(status, 'message', message.message) }
  return { form: 'json', message: describeBody(status, 'json', '') }
}

/** A detail that is an object says what it has to say under one of these names. */
function wordsIn(detail: Record<string, unknown>): string {
  const words = [detail.message, detail.error, detail.msg, detail.detail].find((word) => typeof word === 'string')
  return typeof words === 'string' ? words : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
