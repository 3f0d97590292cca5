import type { KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { HandrailError } from '../../../shared/domain/index.ts'
import type { VaultStatus } from '../../../shared/rpc/index.ts'
import type { KeyProtection } from '../ports.ts'
import { makeDataKey, openForHost, openForPassphrase, sealForHost, sealForPassphrase } from './dataKey.ts'
import { oneAtATime } from './oneAtATime.ts'
import { seal, unseal } from './seal.ts'
import { DamagedFileError, readStored, writeStored } from './storedFile.ts'
import type { Vault } from './types.ts'
import {
  type HostSlot,
  type PassphraseSlot,
  purposes,
  type Slot,
  type VaultFile,
  vaultFileSchema,
} from './vaultFile.ts'

export interface VaultOptions {
  /** Where vault.json lies; exists. */
  dataDir: string
  /** Null on a host without key protection: a passphrase then protects the keys. */
  keyProtection: KeyProtection | null
  /** Given at start; opens existing keys or protects the first one. Null: the person is asked. */
  passphrase: string | null
}

/**
 * Opens the vault of a data folder. Nothing is written and nothing asked until the first key is added. Never fails: a
 * vault that cannot be opened is `locked`, and each use of it says why (damaged file, foreign key protection, missing
 * passphrase), so that the archive stays readable meanwhile.
 */
export async function createVault(options: VaultOptions): Promise<Vault> {
  const file = path.join(options.dataDir, 'vault.json')
  const vault = new FileVault(file, options.keyProtection)
  await vault.load(options.passphrase)
  return vault
}

class FileVault implements Vault {
  readonly #file: string
  readonly #protection: KeyProtection | null
  readonly #serially = oneAtATime()
  /** Ways to the data key; empty until the first unlock or put of a new vault. */
  #slots: Slot[] = []
  #entries = new Map<string, VaultFile['entries'][string]>()
  /** Null while locked, and before a new vault has its first key. */
  #dataKey: KeyObject | null = null
  #damage: DamagedFileError | null = null

  constructor(file: string, protection: KeyProtection | null) {
    this.#file = file
    this.#protection = protection
  }

  async load(passphrase: string | null): Promise<void> {
    try {
      const stored = await readStored(this.#file, vaultFileSchema)
      if (stored) {
        this.#slots = stored.slots
        this.#entries = new Map(Object.entries(stored.entries))
      }
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      this.#damage = error
      return
    }
    const hostSlot = this.#hostSlot()
    if (hostSlot && this.#protection) this.#dataKey = await openForHost(hostSlot, this.#protection)
    if (passphrase === null || this.#dataKey !== null) return
    // A new vault on a host with key protection needs no passphrase; one given at start is then left unused.
    if (this.#slots.length === 0 && this.#protection !== null) return
    try {
      await this.unlock(passphrase)
    } catch (error) {
      // A wrong passphrase at start leaves the vault locked; the page asks for the right one.
      if (!(error instanceof HandrailError)) throw error
    }
  }

  status(): VaultStatus {
    if (this.#damage) return { state: 'locked', needsPassphrase: false }
    const isNew = this.#entries.size === 0
    if (this.#dataKey) return { state: isNew ? 'empty' : 'open', needsPassphrase: false }
    if (this.#slots.length === 0) return { state: 'empty', needsPassphrase: this.#protection === null }
    return { state: 'locked', needsPassphrase: this.#passphraseSlot() !== undefined }
  }

  unlock(passphrase: string): Promise<VaultStatus> {
    return this.#serially(async () => {
      if (this.#damage) throw this.#damage
      if (this.#dataKey) return this.status()
      if (this.#slots.length === 0) await this.#makeKey(passphrase)
      else await this.#openWith(passphrase)
      return this.status()
    })
  }

  put(connectionId: string, key: string): Promise<void> {
    return this.#serially(async () => {
      if (this.#dataKey === null && this.#slots.length === 0 && this.#protection && !this.#damage) await this.#makeKey()
      const dataKey = this.#opened()
      const plain = Buffer.from(key, 'utf8')
      const box = seal(dataKey, purposes.entry(connectionId), plain)
      plain.fill(0)
      const entries = new Map(this.#entries).set(connectionId, box)
      await this.#write(this.#slots, entries)
      this.#entries = entries
    })
  }

  // Not queued behind writers: opening one box reads what is in memory.
  async get(connectionId: string): Promise<string> {
    const dataKey = this.#opened()
    const box = this.#entries.get(connectionId)
    if (!box) throw new HandrailError({ code: 'not-found', message: `The vault has no key of ${connectionId}.` })
    const plain = unseal(dataKey, purposes.entry(connectionId), box)
    if (!plain) {
      throw new DamagedFileError(this.#file, `the key of ${connectionId} was changed since Handrail wrote it`)
    }
    const key = plain.toString('utf8')
    plain.fill(0)
    return key
  }

  // Needs no data key, so a person who forgot the passphrase can still remove a connection.
  remove(connectionId: string): Promise<void> {
    return this.#serially(async () => {
      if (this.#damage) throw this.#damage
      if (!this.#entries.has(connectionId)) return
      const entries = new Map(this.#entries)
      entries.delete(connectionId)
      // No keys, no vault: the next start asks for no passphrase.
      if (entries.size === 0) await rm(this.#file, { force: true })
      else await this.#write(this.#slots, entries)
      this.#entries = entries
      if (entries.size === 0 && this.#dataKey === null) this.#slots = []
    })
  }

  /** A new vault's data key, kept in memory only; the first `put` writes it. */
  async #makeKey(passphrase?: string): Promise<void> {
    const dataKey = makeDataKey()
    if (this.#protection) this.#slots = [await sealForHost(dataKey, this.#protection)]
    else if (passphrase !== undefined) this.#slots = [await sealForPassphrase(dataKey, passphrase)]
    else throw new Error('a data key needs a protection')
    this.#dataKey = dataKey
  }

  async #openWith(passphrase: string): Promise<void> {
    const slot = this.#passphraseSlot()
    if (!slot) throw this.#lockedError()
    const dataKey = await openForPassphrase(slot, passphrase)
    if (!dataKey) {
      throw new HandrailError({
        code: 'unauthorized',
        message: 'This passphrase does not open the vault.',
        advice: 'Try again. Without it the keys are lost: remove the connections and add them with new keys.',
        field: 'passphrase',
        isSafeToRetry: true,
      })
    }
    this.#dataKey = dataKey
    await this.#addHostSlot(dataKey)
  }

  /** A host with key protection that opened a vault by passphrase does not need to ask again. */
  async #addHostSlot(dataKey: KeyObject): Promise<void> {
    if (!this.#protection) return
    try {
      const others = this.#slots.filter((slot) => slot.kind !== 'host')
      const slots = [await sealForHost(dataKey, this.#protection), ...others]
      await this.#write(slots, this.#entries)
      this.#slots = slots
    } catch {
      // The vault is open all the same; the next start asks again.
    }
  }

  #opened(): KeyObject {
    if (this.#damage) throw this.#damage
    if (this.#dataKey) return this.#dataKey
    throw this.#lockedError()
  }

  #lockedError(): HandrailError {
    if (this.#slots.length === 0 || this.#passphraseSlot()) {
      const isNew = this.#slots.length === 0
      return new HandrailError({
        code: 'locked',
        message: isNew ? 'A passphrase must be set before a key can be kept.' : 'The vault is locked.',
        advice: isNew ? 'Choose a passphrase for the key vault.' : 'Enter the passphrase of the key vault.',
      })
    }
    const name = this.#hostSlot()?.name ?? 'another host'
    return new HandrailError({
      code: 'locked',
      message: `The keys are protected by ${name}, which cannot open them here.`,
      advice:
        'Start Handrail where the keys were entered, or remove the connections and add them again with their keys.',
    })
  }

  #hostSlot(): HostSlot | undefined {
    return this.#slots.find((slot) => slot.kind === 'host')
  }

  #passphraseSlot(): PassphraseSlot | undefined {
    return this.#slots.find((slot) => slot.kind === 'passphrase')
  }

  #write(slots: Slot[], entries: Map<string, VaultFile['entries'][string]>): Promise<void> {
    const stored: VaultFile = { format: 'handrail-vault', version: 1, slots, entries: Object.fromEntries(entries) }
    return writeStored(this.#file, stored)
  }
}
