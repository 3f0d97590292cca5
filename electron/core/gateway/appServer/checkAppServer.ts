import { HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject } from '../http/answerShape.ts'
import type { Exchange } from '../http/exchange.ts'
import { pageOf } from '../pages.ts'
import { fieldsOf } from '../records/fields.ts'
import type { AppCall } from './appCalls.ts'
import type { AppSession } from './appSession.ts'

const get = (path: string, purpose: string): AppCall => ({ method: 'GET', path, purpose, isIdempotent: true })

/**
 * Proves address and key: `/api/keys/current` where it exists (contract §10), else a search for one conversation.
 * Answers one sentence on what was found. Throws what the person needs to tell apart; an agent server's address is
 * recognised and said.
 */
export async function checkAppServer(session: AppSession, host: string, signal: AbortSignal): Promise<string> {
  const purpose = `check ${host}`
  const key = await optional(session.json(get('/api/keys/current', purpose), 'person', signal))
  if (key !== null) {
    const fields = fieldsOf(key.answer)
    // Another program on that host may answer any path with JSON of its own.
    if (fields.raw('auth_type') !== undefined || fields.raw('user_id') !== undefined) {
      const name = fields.text('name')
      return `${host} is an OpenHands app server and knows the key${name === null ? '' : ` as “${session.redactor.redact(name)}”`}.`
    }
  }
  try {
    const search: AppCall = { ...get('/api/v1/app-conversations/search', purpose), query: { limit: '1' } }
    const { call, answer } = await session.json(search, 'person', signal)
    pageOf(call, answer, (item) => requireObject(call, item))
    return `${host} is an OpenHands app server; the key was proven by a search.`
  } catch (error) {
    if (isNoSuchRoute(error) && (await looksLikeAgentServer(session, purpose, signal))) {
      throw new HandrailError({
        code: 'not-openhands',
        message: `${host} is an agent server, not an app server.`,
        advice: 'Choose “agent server” for this address, or enter the address of the app server.',
      })
    }
    if (isNoSuchRoute(error)) throw notAnAppServer(host, error)
    throw error
  }
}

/** Null when the server does not have the route; 400 means that it does not take keys there (contract §10). */
async function optional(exchange: Promise<Exchange<unknown>>): Promise<Exchange<unknown> | null> {
  try {
    return await exchange
  } catch (error) {
    if (isNoSuchRoute(error)) return null
    if (error instanceof HandrailError && (error.failure.status === 400 || error.failure.status === 422)) return null
    throw error
  }
}

function isNoSuchRoute(error: unknown): boolean {
  return (
    error instanceof HandrailError &&
    ['not-found', 'unsupported', 'not-openhands'].includes(error.failure.code) &&
    !isRedirect(error)
  )
}

function isRedirect(error: HandrailError): boolean {
  const { status } = error.failure
  return status !== null && status >= 300 && status < 400
}

async function looksLikeAgentServer(session: AppSession, purpose: string, signal: AbortSignal): Promise<boolean> {
  const found = await optional(session.json(get('/server_info', purpose), 'person', signal)).catch(() => null)
  // An app server has this route too, but answers without a version (contract §18).
  return found !== null && fieldsOf(found.answer).text('version') !== null
}

function notAnAppServer(host: string, cause: unknown): HandrailError {
  if (cause instanceof HandrailError && cause.failure.code === 'not-openhands') return cause
  return new HandrailError({
    code: 'not-openhands',
    message: `${host} answers, but it is not an OpenHands app server.`,
    advice: 'Check the address: it should be the one where you open OpenHands in the browser.',
    status: cause instanceof HandrailError ? cause.failure.status : null,
  })
}
