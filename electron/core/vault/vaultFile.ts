import { z } from 'zod'
import { scryptSchema } from './passphraseKey.ts'
import { sealedSchema } from './seal.ts'

/** One way to the data key; a vault has at least one and at most one of each kind. */
const slotSchema = z.discriminatedUnion('kind', [
  /** Sealed by the host's key protection; `name` is for the person. */
  z.object({ kind: z.literal('host'), name: z.string(), sealed: z.base64() }),
  /** Sealed under the key that scrypt makes from the passphrase. */
  z.object({ kind: z.literal('passphrase'), scrypt: scryptSchema, box: sealedSchema }),
])
export type Slot = z.infer<typeof slotSchema>
export type HostSlot = Extract<Slot, { kind: 'host' }>
export type PassphraseSlot = Extract<Slot, { kind: 'passphrase' }>

/** vault.json. It exists only while it holds a key: a first run leaves none. */
export const vaultFileSchema = z.object({
  format: z.literal('handrail-vault'),
  version: z.literal(1, { error: 'it was written by another version of Handrail' }),
  slots: z.array(slotSchema).min(1),
  /** By connection id. */
  entries: z.record(z.string(), sealedSchema),
})
export type VaultFile = z.infer<typeof vaultFileSchema>

/** What a box is for, authenticated with it: a box copied to another connection or slot does not open. */
export const purposes = {
  dataKey: 'handrail-vault/1/data-key',
  entry: (connectionId: string) => `handrail-vault/1/entry/${connectionId}`,
}
