import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { nothing, procedure } from './procedure.ts'

const hostSchema = z.object({
  kind: z.enum(['electron', 'browser']),
  version: z.string(),
  dataDir: z.string(),
  platform: z.string(),
  /** How the vault's key is protected; `passphrase` asks when the first real key is added. */
  keyProtection: z.enum(['host', 'passphrase']),
})

const vaultSchema = z.object({
  /** `empty`: no real key yet, nothing to unlock. `locked`: keys exist, the passphrase is needed. */
  state: z.enum(['empty', 'locked', 'open']),
  needsPassphrase: z.boolean(),
})
export type VaultStatus = z.infer<typeof vaultSchema>

const budgetSchema = z.object({
  connectionId: z.string(),
  /** Calls made in the running minute and the limit that the account has (contract §15). */
  used: z.number(),
  limit: z.number(),
  waiting: z.number(),
  /** Milliseconds since the epoch until which the server asked us to wait; null when it did not. */
  blockedUntil: z.number().nullable(),
})
export type Budget = z.infer<typeof budgetSchema>

const troubleSchema = z.object({
  id: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  message: z.string(),
})
export type Trouble = z.infer<typeof troubleSchema>

const troublesSchema = z.object({
  /** Why nothing can be stored now, and what to do; null while everything can. Ends by itself. */
  blocked: z.string().nullable(),
  /** Newest first, until they are dismissed. */
  troubles: z.array(troubleSchema),
})
export type Troubles = z.infer<typeof troublesSchema>

export const hostContract = {
  info: procedure.input(nothing).output(hostSchema),
  budget: procedure.input(nothing).output(z.array(budgetSchema)),
  /** What is wrong in Handrail itself, now and on every change. */
  troubles: procedure.input(nothing).output(eventIterator(troublesSchema)),
  dismissTrouble: procedure.input(z.object({ id: z.string() })).output(nothing),
}

export const vaultContract = {
  status: procedure.input(nothing).output(vaultSchema),
  /** Opens existing keys, or sets the passphrase when the vault is empty. */
  unlock: procedure.input(z.object({ passphrase: z.string().min(1) })).output(vaultSchema),
}
