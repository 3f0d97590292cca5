import { HandrailError } from '../../../../shared/domain/index.ts'
import type { HttpClient } from './httpClient.ts'

/** Ends the calls of connections that are removed while they run. */
export interface ConnectionLives {
  /** Makes calls for as long as the connection is there; then they reject with `not-found`. */
  http(connectionId: string): HttpClient
  isOver(connectionId: string): boolean
  end(connectionId: string): void
}

export function createConnectionLives(http: HttpClient): ConnectionLives {
  const lives = new Map<string, AbortController>()

  function lifeOf(connectionId: string): AbortController {
    const life = lives.get(connectionId) ?? new AbortController()
    lives.set(connectionId, life)
    return life
  }

  /** An answer that comes too late is as good as none: it may hold the key of a sandbox. */
  async function within<T>(
    life: AbortSignal,
    signal: AbortSignal,
    run: (either: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      life.throwIfAborted()
      return await run(AbortSignal.any([signal, life]))
    } finally {
      life.throwIfAborted()
    }
  }

  return {
    http(connectionId) {
      const life = lifeOf(connectionId).signal
      return {
        text: (call, signal) => within(life, signal, (either) => http.text(call, either)),
        secretText: (call, signal) => within(life, signal, (either) => http.secretText(call, either)),
      }
    },
    isOver: (connectionId) => lives.get(connectionId)?.signal.aborted ?? false,
    end(connectionId) {
      lifeOf(connectionId).abort(
        new HandrailError({
          code: 'not-found',
          message: 'This connection was removed from Handrail.',
          advice: 'Connect to the server again to go on.',
        }),
      )
    },
  }
}
