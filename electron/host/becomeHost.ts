import { HandrailError } from '../../shared/domain/index.ts'
import { takeLock } from '../core/lock/index.ts'
import type { Clock } from '../core/ports.ts'
import { askRunningHost, listenForSecondStarts, removeLeftSocket, type SecondStartAnswer } from './secondStart.ts'

export interface HostRole {
  role: 'host'
  /** From now on second starts are answered, those that wait already included. */
  answerWith(answer: () => SecondStartAnswer): void
  /** Gives the data folder back. */
  leave(): Promise<void>
  /** The part of `leave` that must not be missed, for the `exit` event. */
  leaveNow(): void
}

export interface SecondRole {
  role: 'second'
  answer: SecondStartAnswer
  /** Asks again. Null when the host has gone. */
  ask(): Promise<SecondStartAnswer | null>
}

/** A host that is ending keeps the lock for a moment; one that is starting answers only when it is ready. */
const TRIES = 40
const BETWEEN_TRIES_MS = 250
const ANSWER_LIMIT_MS = 60_000

/**
 * Makes this process the host of a data folder, or finds the running host and gets its answer.
 *
 * @throws HandrailError `conflict` when the folder is held by a process that does not answer.
 */
export async function becomeHost(dataDir: string, clock: Clock): Promise<HostRole | SecondRole> {
  // Listening first: the lock then holds the address from its first moment, and a second start that comes during a
  // slow start simply waits for its answer.
  const starts = await listenForSecondStarts(dataDir)
  for (let tries = 1; ; tries += 1) {
    const outcome = await takeLock({ dataDir, address: starts.address, secret: starts.secret }).catch(async (error) => {
      await starts.close()
      throw error
    })
    if (outcome.state === 'taken') {
      if (outcome.replaced) removeLeftSocket(outcome.replaced)
      return {
        role: 'host',
        answerWith: starts.answerWith,
        leaveNow() {
          starts.remove()
          outcome.release()
        },
        async leave() {
          await starts.close()
          outcome.release()
        },
      }
    }
    const ask = () => askRunningHost(outcome.holder, AbortSignal.timeout(ANSWER_LIMIT_MS))
    const answer = await ask()
    if (answer !== null) {
      await starts.close()
      return { role: 'second', answer, ask }
    }
    if (tries === TRIES) {
      await starts.close()
      const { pid, machine } = outcome.holder
      throw new HandrailError({
        code: 'conflict',
        message: `Process ${pid} on ${machine} holds ${dataDir} and does not answer.`,
        advice: `End it; if it is not a Handrail that runs, remove ${outcome.file}.`,
      })
    }
    await clock.sleep(BETWEEN_TRIES_MS)
  }
}
