const TOKEN_KEY = 'handrail.token'

/** The token of this launch, that the page proves itself with. */
export interface Credentials {
  firstFrame(): string | null
  /** The host refused what was shown: it is of an earlier launch, and worth nothing. */
  refuse(): void
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

/**
 * The address of a later start, put into this tab, differs in the fragment alone: the browser loads nothing by itself.
 * Keeps the new token, goes back to where the page was and loads it again. Call it before the router listens.
 */
export function followLaterStart(reload: () => void = () => window.location.reload()): void {
  window.addEventListener('hashchange', (event) => {
    const before = new URL(event.oldURL).hash
    const token = takeToken()
    if (token === null) return
    event.stopImmediatePropagation()
    pageCredentials(token)
    window.history.replaceState(null, '', before === '' ? '#/' : before)
    reload()
  })
}

/** The address' token, kept in the tab's storage for reloads; without one, the token that the tab kept. */
export function pageCredentials(launchToken: string | null, storage: Storage = window.sessionStorage): Credentials {
  if (launchToken !== null) storage.setItem(TOKEN_KEY, launchToken)
  return {
    firstFrame() {
      const token = storage.getItem(TOKEN_KEY)
      return token === null ? null : JSON.stringify({ token })
    },
    refuse() {
      storage.removeItem(TOKEN_KEY)
    },
  }
}
