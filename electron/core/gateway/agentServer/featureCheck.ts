import { type AgentFeature, type AgentServer, HandrailError } from '../../../../shared/domain/index.ts'
import { requireObject } from '../http/answerShape.ts'
import { fieldsOf } from '../records/fields.ts'
import { type AgentSession, conversationPath } from './agentSession.ts'
import type { FeatureBook } from './features.ts'

/** Asks agent servers what they are, and tells an operation that a server lacks from a conversation that is gone. */
export interface FeatureCheck {
  server(signal: AbortSignal): Promise<AgentServer>
  /** Runs a call that needs a feature. A server that lacks it makes it fail as `unsupported`, and is remembered. */
  using<T>(
    feature: AgentFeature,
    what: { conversationId: string; purpose: string; signal: AbortSignal },
    call: () => Promise<T>,
  ): Promise<T>
}

export function createFeatureCheck(session: AgentSession, book: FeatureBook): FeatureCheck {
  const { baseUrl } = session.target

  async function info(signal: AbortSignal) {
    const { call, answer } = await session.json(
      {
        method: 'GET',
        path: '/server_info',
        purpose: `ask ${new URL(baseUrl).host} what it is`,
        isIdempotent: true,
        needsKey: false,
      },
      signal,
    )
    return fieldsOf(requireObject(call, answer))
  }

  async function isKnown(conversationId: string, purpose: string, signal: AbortSignal): Promise<boolean> {
    try {
      await session.text(
        { method: 'GET', path: `${conversationPath(conversationId)}/events/count`, purpose, isIdempotent: true },
        signal,
      )
      return true
    } catch (error) {
      if (error instanceof HandrailError && error.failure.code === 'not-found') return false
      throw error
    }
  }

  return {
    async server(signal) {
      const found = await info(signal)
      const version = found.text('version')
      return {
        title: found.text('title') ?? 'Agent server',
        version,
        features: book.of(baseUrl, version),
        uptimeSeconds: found.number('uptime'),
        idleSeconds: found.number('idle_time'),
      }
    },

    async using(feature, { conversationId, purpose, signal }, call) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof HandrailError) || !isNoRoute(error)) throw error
        // Routes and conversations that do not exist answer alike (seen): the conversation tells which it is.
        if (error.failure.status === 404 && !(await isKnown(conversationId, purpose, signal))) throw error
        const version = (await info(signal)).text('version')
        book.noteMissing(baseUrl, version, feature)
        throw tooOld(purpose, version, error)
      }
    },
  }
}

/** A route that is not there is a 404 without words of its own: others name what was not found (seen). */
function isNoRoute({ failure }: HandrailError): boolean {
  return failure.status === 405 || (failure.status === 404 && failure.message.endsWith('(HTTP 404).'))
}

function tooOld(purpose: string, version: string | null, cause: HandrailError): HandrailError {
  const name = version === null ? 'This agent server' : `Agent server ${version}`
  return new HandrailError(
    {
      code: 'unsupported',
      message: `Could not ${purpose}: ${name} does not have this.`,
      advice: 'It needs a newer agent server; nothing was changed.',
      status: cause.failure.status,
    },
    { cause },
  )
}
