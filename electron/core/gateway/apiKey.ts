import { HandrailError } from '../../../shared/domain/index.ts'

/**
 * Refuses a key that no HTTP header can carry, before the runtime does so with an error that quotes it. Gives the key
 * without the white space of a copy and paste. Throws `invalid-input` with field `key`.
 */
export function usableKey(key: string): string {
  const trimmed = key.trim()
  if (trimmed === '') {
    throw new HandrailError({
      code: 'invalid-input',
      message: 'The key is missing.',
      advice: 'Enter the key.',
      field: 'key',
    })
  }
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new HandrailError({
      code: 'invalid-input',
      message: 'The key holds spaces or characters that no key has.',
      advice: 'Copy the key again, and nothing else.',
      field: 'key',
    })
  }
  return trimmed
}
