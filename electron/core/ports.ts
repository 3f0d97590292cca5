/** Encrypts the vault's key with something that only this user's session on this machine has (safeStorage, a keyring). */
export interface KeyProtection {
  /** Name shown to the person, e.g. `gnome_libsecret`. */
  readonly name: string
  protect(plain: Uint8Array): Promise<Uint8Array>
  unprotect(sealed: Uint8Array): Promise<Uint8Array>
}

/** Time as the core sees it; tests drive it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`, rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface LocalServiceHandle {
  url: string
  key: string
  /** Resolves when it has ended, by `stop` or by itself. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** A worker thread, or a child process that speaks the same: plain cloneable messages, no transfer lists. */
export interface WorkerPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<number>
}

/** Everything the core needs from the program around it. The core never asks which host that is (architecture decision 1). */
export interface HostPorts {
  readonly kind: 'electron' | 'browser'
  readonly version: string
  /** Folder of the archive, the vault and the lock; exists, 0700. */
  readonly dataDir: string
  /** Null on a host without key protection: the vault then asks for a passphrase. */
  readonly keyProtection: KeyProtection | null
  /** Given at start by `--passphrase-file` or HANDRAIL_PASSPHRASE; null otherwise. */
  readonly passphrase: string | null
  readonly fetch: typeof globalThis.fetch
  /** Proxy URL for an address, or null for a direct connection. */
  proxyFor(url: string): Promise<string | null>
  /** Opens an address in the desktop's browser; it may hold a token, which nobody else gets to see. */
  openExternal(url: string): Promise<void>
  notify(title: string, body: string): void
  /** Folder for files that a person asked for; made when needed. */
  readonly downloadsDir: string
  /** Where the page can fetch a file once; null where the person's own desktop has it already. */
  offerFile(path: string): string | null
  startArchiveWorker(workerData: unknown): WorkerPort
  startLocalService(signal: AbortSignal): Promise<LocalServiceHandle>
  log(level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>): void
  readonly clock: Clock
}
