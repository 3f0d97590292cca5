import { crc32 } from 'node:zlib'
import { countMarkers, redactEvent, redactFields, type WireObject } from '../../../../shared/domain/index.ts'
import { conforms } from './conformance.ts'
import { type LightEvent, lightOfEvent } from './lightEvent.ts'

/** An event as it is stored: redacted, written, described. */
export interface PreparedEvent {
  id: string
  event: WireObject
  json: string
  light: LightEvent
  /** Of the JSON text; with its length it tells whether a form differs from the stored one. */
  crc: number
}

/**
 * Redacts and describes an event. `mayHoldSecrets`: what `mayHoldSecretFields` said of the text that it came in.
 * `isChecked`: against the full schema at once; else that is done later. Never throws, whatever the event holds.
 */
export function prepareEvent(
  id: string,
  raw: WireObject,
  { mayHoldSecrets, isChecked }: { mayHoldSecrets: boolean; isChecked: boolean },
): PreparedEvent {
  const isState = raw.kind === 'ConversationStateUpdateEvent'
  let event = mayHoldSecrets || isState ? redactEvent(raw).value : raw
  let json: string
  try {
    json = JSON.stringify(event)
  } catch {
    // Nested more deeply than can be written: redaction cuts such depths off.
    const cut = redactFields(event, 'event').value
    event = { ...raw, ...(typeof cut === 'object' ? cut : {}) }
    json = JSON.stringify(event)
  }
  const bytes = Buffer.byteLength(json)
  const known = { bytes, redactions: countMarkers(json), isNonconforming: isChecked && !conforms(event, bytes) }
  return { id, event, json, light: lightOfEvent(event, id, known), crc: crc32(json) }
}
