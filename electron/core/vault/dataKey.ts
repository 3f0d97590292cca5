import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { KeyProtection } from '../ports.ts'
import { freshScrypt, keyFromPassphrase } from './passphraseKey.ts'
import { seal, unseal } from './seal.ts'
import { type HostSlot, type PassphraseSlot, purposes } from './vaultFile.ts'

/**
 * The random 256-bit key under which the entries are sealed. A KeyObject keeps its bytes outside the JavaScript heap,
 * so a heap snapshot or a logged object does not show them.
 */
export function makeDataKey(): KeyObject {
  return intoKey(randomBytes(32))
}

export async function sealForHost(dataKey: KeyObject, protection: KeyProtection): Promise<HostSlot> {
  const bytes = dataKey.export()
  try {
    const sealed = await protection.protect(bytes)
    return { kind: 'host', name: protection.name, sealed: Buffer.from(sealed).toString('base64') }
  } finally {
    bytes.fill(0)
  }
}

/** Null when the host cannot open it: another user, another machine, a keyring made anew. */
export async function openForHost(slot: HostSlot, protection: KeyProtection): Promise<KeyObject | null> {
  try {
    const bytes = Buffer.from(await protection.unprotect(Buffer.from(slot.sealed, 'base64')))
    return bytes.length === 32 ? intoKey(bytes) : null
  } catch {
    return null
  }
}

export async function sealForPassphrase(dataKey: KeyObject, passphrase: string): Promise<PassphraseSlot> {
  const scrypt = freshScrypt()
  const wrapping = await keyFromPassphrase(passphrase, scrypt)
  const bytes = dataKey.export()
  try {
    return { kind: 'passphrase', scrypt, box: seal(wrapping, purposes.dataKey, bytes) }
  } finally {
    bytes.fill(0)
  }
}

/** Null when the passphrase is not the one it was sealed with (or the slot was changed: GCM cannot tell). */
export async function openForPassphrase(slot: PassphraseSlot, passphrase: string): Promise<KeyObject | null> {
  const bytes = unseal(await keyFromPassphrase(passphrase, slot.scrypt), purposes.dataKey, slot.box)
  return bytes?.length === 32 ? intoKey(bytes) : null
}

function intoKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}
