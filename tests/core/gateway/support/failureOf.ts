import { type Failure, HandrailError } from '../../../../shared/domain/index.ts'

/** The failure with which a promise rejects; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise
  } catch (error) {
    if (error instanceof HandrailError) return error.failure
    throw error
  }
  throw new Error('expected a failure, but it succeeded')
}
