/** The server refuses to export more (contract §10). */
export const MOST_ZIP_EVENTS = 10_000
export const PAGE = 100

/**
 * What reading a conversation of so many events takes, in seconds: measured on the real servers (docs/loading.md). Each
 * page of the app server costs as much as all events, because it reads every one of them for it.
 */
export const secondsOf = {
  appPage: (events: number) => 0.05 + 0.00027 * events,
  zip: (events: number) => 0.1 + 0.0007 * events,
  /** The first touch after it woke, then all pages of its log. */
  agentLog: (events: number) => 0.1 + 0.00043 * events,
}

export interface HistoryWish {
  /** Events of the server's own count. */
  events: number
  /** How many of them are to be asked for. */
  missing: number
  /** The server refused the zip before. */
  isZipRefused: boolean
}

/** The cheapest way to read the history of a conversation whose sandbox does not run (architecture decision 9). */
export function cheapestWay({ events, missing, isZipRefused }: HistoryWish): 'zip' | 'pages' {
  if (isZipRefused || events > MOST_ZIP_EVENTS) return 'pages'
  return secondsOf.zip(events) < pagesSeconds(events, missing) ? 'zip' : 'pages'
}

/** What reading the missing ones page by page takes. */
export function pagesSeconds(events: number, missing: number): number {
  return Math.ceil(Math.max(0, missing) / PAGE) * secondsOf.appPage(events)
}
