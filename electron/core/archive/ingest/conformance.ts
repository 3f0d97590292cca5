import { wireEventSchema } from '../../../../shared/contract/index.ts'
import { parseEventTime, type WireObject } from '../../../../shared/domain/index.ts'

/** Larger events are checked when somebody looks at them: a list of a million odd items takes seconds. */
const CHECKED_BYTES = 1_000_000

/** Whether an event is as the contract says, down to its last field: some microseconds each. */
export function conforms(event: WireObject, bytes: number): boolean {
  if (parseEventTime(event.timestamp) === null) return false
  return bytes > CHECKED_BYTES || wireEventSchema.safeParse(event).success
}
