import { parseAnswer } from './answerShape.ts'
import type { Call } from './call.ts'
import type { HttpClient } from './httpClient.ts'

/** A call and what it brought; the call is kept for the words of an error about the answer's shape. */
export interface Exchange<T> {
  call: Call
  answer: T
}

/** Redacted text, parsed. */
export async function exchangeJson(http: HttpClient, call: Call, signal: AbortSignal): Promise<Exchange<unknown>> {
  return { call, answer: parseAnswer(call, await http.text(call, signal)) }
}

/** Unredacted, parsed: a record that carries a session key. What is made of it goes through `redactRecord`. */
export async function exchangeSecretJson(
  http: HttpClient,
  call: Call,
  signal: AbortSignal,
): Promise<Exchange<unknown>> {
  return { call, answer: parseAnswer(call, await http.secretText(call, signal)) }
}
