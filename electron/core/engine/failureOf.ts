import { type Failure, HandrailError } from '../../../shared/domain/index.ts'

/** Any error as a value that may cross to the renderer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof HandrailError) return error.failure
  const isAbort = error instanceof Error && error.name === 'AbortError'
  return new HandrailError(
    isAbort
      ? { code: 'cancelled', message: 'Cancelled.', isSafeToRetry: true }
      : {
          code: 'internal',
          message: `Handrail failed inside: ${error instanceof Error ? error.message : String(error)}`,
          advice: 'Retry; the log in the data folder has the details.',
        },
  ).failure
}
