import { expect, it } from 'vitest'
import { failureOf } from '../../../electron/core/engine/failureOf.ts'

/** As oRPC has it: an error of its own, no DOMException. */
const clientGone = Object.assign(new Error('Client aborted the request'), { name: 'AbortError' })

it.each([
  ['the signal of a call', new DOMException('This operation was aborted', 'AbortError'), 'cancelled'],
  ['a page that went', clientGone, 'cancelled'],
  ['a defect', new Error('undefined is not a function'), 'internal'],
])('%s is told apart', (_, error, code) => {
  expect(failureOf(error).code).toBe(code)
})
