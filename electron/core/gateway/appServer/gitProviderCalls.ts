import { HandrailError, type Registration } from '../../../../shared/domain/index.ts'
import type { AccountClient } from '../accountClient.ts'
import type { AppCall } from './appCalls.ts'
import type { AppSession } from './appSession.ts'
import { bodyOfSeed, bodyOfSuccessor, refuseRepeats, secretsIn } from './registration.ts'

/** Which of the two calls an app server has: it has one or the other (contract §10). */
export type GitProviderRoute = 'seed' | 'successor'

const SEED = '/api/add-git-providers'
const SUCCESSOR = '/api/v1/secrets/git-providers'
const NONE: Registration = { providers: [], mcpServers: null }

export function gitProviderCalls(
  session: AppSession,
): Pick<AccountClient, 'registerGitProviders' | 'removeGitProviders'> {
  const { connectionId, gitProviderRoutes: routes } = session
  const post = (path: string, body: unknown, purpose: string): AppCall => ({
    method: 'POST',
    path,
    body,
    purpose,
    // The whole map is sent each time.
    isIdempotent: true,
    // Each token is tried against its provider first.
    silenceMs: 120_000,
  })
  const seedCall = (registration: Registration, purpose: string): AppCall => ({
    ...post(SEED, bodyOfSeed(registration, purpose), purpose),
    keyIn: 'x-session-api-key',
  })

  /** Makes the call that the server has; 404 and 405 say that it has the other one. */
  async function either(calls: Record<GitProviderRoute, AppCall>, signal: AbortSignal): Promise<void> {
    const first = routes.get(connectionId) ?? 'seed'
    const second = first === 'seed' ? 'successor' : 'seed'
    try {
      await session.json(calls[first], 'person', signal)
      routes.set(connectionId, first)
    } catch (error) {
      if (!isMissingRoute(error)) throw error
      try {
        await session.json(calls[second], 'person', signal)
        routes.set(connectionId, second)
      } catch (other) {
        throw isMissingRoute(other) ? neither(calls[first].purpose) : other
      }
    }
  }

  /** 401 has two meanings here; a read with the same key tells which (contract §16.28). */
  async function refusedToken(error: unknown, purpose: string, signal: AbortSignal): Promise<unknown> {
    if (!(error instanceof HandrailError) || error.failure.status !== 401) return error
    const isKeyGood = await session
      .json({ method: 'GET', path: '/api/v1/users/me', purpose, isIdempotent: true }, 'person', signal)
      .then(
        () => true,
        (failed: unknown) => (failed instanceof HandrailError && failed.failure.status === 401 ? false : null),
      )
    if (isKeyGood === false) return error
    const { message } = error.failure
    if (isKeyGood === null) {
      const advice =
        'A provider token is wrong, or the key of this connection; which of the two could not be found out.'
      return new HandrailError({ ...error.failure, advice }, { cause: error })
    }
    return new HandrailError(
      {
        ...error.failure,
        code: 'rejected',
        message: message.replace('The server refused the key', 'The server refused a provider token'),
        advice:
          'The key of this connection is good. The token is wrong, expired or for another host; nothing was stored.',
        field: 'provider_tokens',
      },
      { cause: error },
    )
  }

  return {
    async registerGitProviders(registration, signal) {
      const purpose = 'register the git providers and MCP servers'
      const secrets = secretsIn(registration)
      for (const secret of secrets) session.redactor.hold(secret)
      refuseRepeats(registration, purpose)
      const calls = {
        seed: seedCall(registration, purpose),
        successor: post(SUCCESSOR, bodyOfSuccessor(registration, purpose), purpose),
      }
      try {
        await either(calls, signal)
        return secrets
      } catch (error) {
        throw await refusedToken(error, purpose, signal)
      }
    },

    async removeGitProviders(signal) {
      const purpose = 'remove all git providers'
      await either(
        {
          // It has no call of its own for this: an empty map replaces all.
          seed: seedCall(NONE, purpose),
          successor: { method: 'DELETE', path: SUCCESSOR, purpose, isIdempotent: true },
        },
        signal,
      )
    },
  }
}

function isMissingRoute(error: unknown): boolean {
  return error instanceof HandrailError && (error.failure.status === 404 || error.failure.status === 405)
}

function neither(purpose: string): HandrailError {
  return new HandrailError({
    code: 'unsupported',
    message: `Could not ${purpose}: the server has neither ${SEED} nor ${SUCCESSOR}.`,
    advice: 'Register them in the server’s own settings page.',
  })
}
