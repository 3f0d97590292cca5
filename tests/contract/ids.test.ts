import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dashedConversationId,
  EXECUTION_STATUSES,
  eventIdOf,
  knownValue,
  normaliseConversationId,
} from '../../shared/contract/index.ts'

test('both forms of a conversation id are one id', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), (dashed, upper) => {
      const hex = dashed.replaceAll('-', '')
      expect(normaliseConversationId(upper ? dashed.toUpperCase() : dashed)).toBe(hex)
      expect(normaliseConversationId(hex)).toBe(hex)
      expect(dashedConversationId(hex)).toBe(dashed)
    }),
  )
})

test.each([
  '',
  'zzz',
  'b0c9d1f23a4b4c5d8e6f708192a3b4c',
  'b0c9d1f23a4b4c5d8e6f708192a3b4c5\n',
  'b0c9d1f2-3a4b4c5d-8e6f-708192a3b4c5',
])('%j is no conversation id', (text) => {
  expect(normaliseConversationId(text)).toBeNull()
})

test('an event id need not be a UUID, but must be there', () => {
  expect(eventIdOf({ id: '7777-summary' })).toBe('7777-summary')
  for (const odd of [{ id: 5 }, { id: '' }, {}, null, 'x', []]) expect(eventIdOf(odd)).toBeNull()
})

test('a run state is known in any letter case, and another is not', () => {
  expect(knownValue(EXECUTION_STATUSES, 'WAITING_FOR_CONFIRMATION')).toBe('waiting_for_confirmation')
  expect(knownValue(EXECUTION_STATUSES, 'hibernating')).toBeNull()
})
