import { HandrailError } from '../../../../shared/domain/index.ts'
import { pageOf } from '../pages.ts'
import { fieldsOf } from '../records/fields.ts'
import type { AgentSession } from './agentSession.ts'

/**
 * Proves address and key: `/server_info` says what it is (no key needed), a keyed search proves the key. Answers one
 * sentence on what was found. An app server's address is recognised and said.
 */
export async function checkAgentServer(session: AgentSession, signal: AbortSignal): Promise<string> {
  const host = new URL(session.target.baseUrl).host
  const purpose = `check ${host}`
  const version = await versionOf(session, purpose, signal)
  if (version === null && (await looksLikeAppServer(session, purpose, signal))) {
    throw new HandrailError({
      code: 'not-openhands',
      message: `${host} is an app server, not an agent server.`,
      advice: 'Choose “app server” for this address, or enter the address of the agent server.',
    })
  }
  await proveKey(session, host, purpose, signal)
  const name = version === null ? 'an agent server' : `an agent server, version ${version}`
  return `${host} is ${name}; the key was proven by a search.`
}

async function proveKey(session: AgentSession, host: string, purpose: string, signal: AbortSignal): Promise<void> {
  try {
    const { call, answer } = await session.json(
      { method: 'GET', path: '/api/conversations/search?limit=1', purpose, isIdempotent: true, silenceMs: 120_000 },
      signal,
    )
    pageOf(call, answer, (item) => fieldsOf(item).text('id'))
  } catch (error) {
    if (!(error instanceof HandrailError) || !['not-found', 'unsupported'].includes(error.failure.code)) throw error
    throw new HandrailError(
      {
        code: 'not-openhands',
        message: `${host} answers, but it is not an OpenHands agent server.`,
        advice: 'Check the address, and whether it is that of an agent server.',
        status: error.failure.status,
      },
      { cause: error },
    )
  }
}

/** Null when it does not say: an app server has the same route, but without a version. */
async function versionOf(session: AgentSession, purpose: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { answer } = await session.json(
      { method: 'GET', path: '/server_info', purpose, isIdempotent: true, needsKey: false },
      signal,
    )
    return fieldsOf(answer).text('version')
  } catch (error) {
    if (isNoSuchRoute(error)) return null
    throw error
  }
}

/** Without the key: it belongs to an agent server and is not shown to another one. */
async function looksLikeAppServer(session: AgentSession, purpose: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { answer } = await session.json(
      { method: 'GET', path: '/api/v1/app-conversations/search?limit=1', purpose, isIdempotent: true, needsKey: false },
      signal,
    )
    return Array.isArray(fieldsOf(answer).raw('items'))
  } catch (error) {
    return error instanceof HandrailError && ['unauthorized', 'forbidden', 'rejected'].includes(error.failure.code)
  }
}

function isNoSuchRoute(error: unknown): boolean {
  if (!(error instanceof HandrailError)) return false
  const { code, status } = error.failure
  const isRedirect = status !== null && status >= 300 && status < 400
  return !isRedirect && ['not-found', 'unsupported', 'not-openhands'].includes(code)
}
