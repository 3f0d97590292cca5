import type { Connection } from '../../../shared/domain/index.ts'
import { usableKey } from './apiKey.ts'
import type { ValueRedactor } from './redaction/valueRedactor.ts'

/** Where account keys come from; the vault fits. */
export interface KeyLookup {
  /** Throws HandrailError `locked` or `not-found`. */
  get(connectionId: string): Promise<string>
}

/** Gives the key of a connection and holds it in the redactor first, so that no answer to its use can show it. */
export function heldKey(keys: KeyLookup, redactor: ValueRedactor, connection: Connection): () => Promise<string> {
  return async () => {
    const stored = await keys.get(connection.id)
    redactor.hold(stored)
    const key = usableKey(stored)
    redactor.hold(key)
    return key
  }
}
