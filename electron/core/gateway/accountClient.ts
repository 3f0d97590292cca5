import type { GroupingStrategy } from '../../../shared/contract/index.ts'
import type {
  AccountKey,
  AccountSettings,
  AccountUser,
  Probe,
  Profiles,
  Registration,
  SecretEntry,
  ServerConfig,
} from '../../../shared/domain/index.ts'
import type { Page } from './types.ts'

/** The part of an app server's client that is about the account: its key, settings, secrets and git providers. */
export interface AccountClient {
  /** Throws `not-found` where keys cannot be asked about, and `rejected` for what is no API key (contract §10). */
  accountKey(signal: AbortSignal): Promise<AccountKey>
  accountUser(signal: AbortSignal): Promise<AccountUser>
  /** Sent without a key. */
  serverConfig(signal: AbortSignal): Promise<ServerConfig>
  /** Liveness, sent without a key; a call that fails is an answer too. */
  probes(signal: AbortSignal): Promise<Probe[]>
  /** Null for a user who never stored any. */
  settings(signal: AbortSignal): Promise<AccountSettings | null>
  setGrouping(strategy: GroupingStrategy, signal: AbortSignal): Promise<void>
  profiles(signal: AbortSignal): Promise<Profiles>
  secrets(query: { name: string; pageId: string | null }, signal: AbortSignal): Promise<Page<SecretEntry>>
  /** The value is held from now on, goes out once and never comes back. */
  createSecret(secret: SecretEntry & { value: string }, signal: AbortSignal): Promise<void>
  changeSecret(id: string, change: SecretEntry, signal: AbortSignal): Promise<void>
  deleteSecret(id: string, signal: AbortSignal): Promise<void>
  /**
   * Replaces all that is stored. Gives the values in it that are hidden from now on. Throws `rejected` with field
   * `provider_tokens` when a provider token is refused.
   */
  registerGitProviders(registration: Registration, signal: AbortSignal): Promise<string[]>
  removeGitProviders(signal: AbortSignal): Promise<void>
}
