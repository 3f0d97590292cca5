import { useSyncExternalStore } from 'react'

/** `1,234` in the reader's own notation. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** `12 KB`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.ceil(bytes / 1000))} KB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** Cents normally, more digits below a cent; a dash when unknown. */
export function formatCost(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return '–'
  return usd > 0 && usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
}

/** `now`, `2 m`, `3 h`, `5 d`: how long ago, as short as it goes. A time ahead of our clock reads `now`. */
export function formatAge(at: number | null, now: number): string {
  if (at === null) return '–'
  const seconds = (now - at) / 1000
  if (seconds < 60) return 'now'
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** The time in full, for a tooltip. */
export function formatTime(at: number | null): string {
  return at === null ? 'not known' : new Date(at).toLocaleString()
}

/** Long enough to tell ids apart in a list: `k3f…9a`. */
export function shortId(id: string): string {
  return id.length <= 7 ? id : `${id.slice(0, 3)}…${id.slice(-2)}`
}

export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const TICK_MS = 5_000
const ticking = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let tick = Date.now()

/** Milliseconds since the epoch, moving every 5 seconds: one timer for every age on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => tick)
}

function subscribe(listener: () => void): () => void {
  if (ticking.size === 0) {
    tick = Date.now()
    timer = setInterval(() => {
      tick = Date.now()
      for (const one of ticking) one()
    }, TICK_MS)
  }
  ticking.add(listener)
  return () => {
    ticking.delete(listener)
    if (ticking.size === 0) clearInterval(timer)
  }
}
