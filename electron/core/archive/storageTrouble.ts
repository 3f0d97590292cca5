import { type Failure, HandrailError, isWireObject } from '../../../shared/domain/index.ts'

/** SQLite's result codes under which nothing can be stored until something outside changes. */
const BLOCKING = new Map([
  [8, 'Nothing can be stored: the data folder is read-only.'],
  [10, 'Nothing can be stored: the disk reports an error. Check the disk.'],
  [13, 'Nothing can be stored: the disk is full. Free some space; storing goes on by itself.'],
])

/** Why nothing can be stored, when an error says so. */
export function blockingProblem(error: unknown): string | null {
  if (!isWireObject(error) || typeof error.errcode !== 'number') return null
  // Extended codes carry the primary one in their low byte.
  return BLOCKING.get(error.errcode & 0xff) ?? null
}

/** A failed call of the archive, as whoever called is told. */
export function archiveFailure(error: unknown): Failure {
  if (error instanceof HandrailError) return error.failure
  const problem = blockingProblem(error)
  const message = problem ?? `The archive failed: ${error instanceof Error ? error.message : String(error)}.`
  // What is blocked was not stored, in whole: a transaction is.
  return new HandrailError({ code: 'internal', message, isSafeToRetry: problem !== null }, { cause: error }).failure
}
