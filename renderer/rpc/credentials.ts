const SESSION_KEY = 'handrail.session'

/** What the page proves itself with; the token is used once, the session is for reloads and reconnects. */
export interface Credentials {
  firstFrame(): string | null
  /** The host let us in. */
  accept(session: string): void
  /** The host refused what was shown; true when there is something else to show. */
  refuse(): boolean
}

/**
 * Takes the token out of the address: it must be gone before the router reads the fragment and before anything can
 * copy the address. Call it once, first.
 */
export function takeToken(): string | null {
  const token = /^#token=([^&]+)/.exec(window.location.hash)?.[1] ?? null
  if (token !== null) {
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#/`)
  }
  return token
}

export function pageCredentials(launchToken: string | null, storage: Storage = window.sessionStorage): Credentials {
  let token = launchToken
  return {
    firstFrame() {
      if (token !== null) return JSON.stringify({ token })
      const session = storage.getItem(SESSION_KEY)
      return session === null ? null : JSON.stringify({ session })
    },
    accept(session) {
      token = null
      storage.setItem(SESSION_KEY, session)
    },
    refuse() {
      if (token === null) storage.removeItem(SESSION_KEY)
      // A used token in a reopened address is no reason to lose a session that still counts.
      token = null
      return storage.getItem(SESSION_KEY) !== null
    },
  }
}
