import { ORPCError } from '@orpc/server'
import { type Failure, HandrailError } from '../../../shared/domain/index.ts'

/** A failure as the contract's one typed error. */
export function refuse(failure: Pick<Failure, 'code' | 'message'> & Partial<Failure>): ORPCError<'FAILURE', Failure> {
  return new ORPCError('FAILURE', { message: failure.message, data: new HandrailError(failure).failure })
}
