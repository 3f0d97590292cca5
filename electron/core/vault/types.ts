import type { Connection } from '../../../shared/domain/index.ts'
import type { VaultStatus } from '../../../shared/rpc/index.ts'

/** Keys at rest: AES-256-GCM under a key that the host protects, or that scrypt makes from a passphrase. */
export interface Vault {
  status(): VaultStatus
  /** Throws HandrailError `unauthorized` on a wrong passphrase. */
  unlock(passphrase: string): Promise<VaultStatus>
  /** Throws `locked` when a passphrase is needed first. */
  put(connectionId: string, key: string): Promise<void>
  /** Throws `locked` or `not-found`. */
  get(connectionId: string): Promise<string>
  remove(connectionId: string): Promise<void>
}

/** Connections without their keys (a plain file) and the local service's, which has its own key each run. */
export interface Connections {
  list(): Connection[]
  get(id: string): Connection
  add(connection: Connection): Promise<void>
  remove(id: string): Promise<void>
}
