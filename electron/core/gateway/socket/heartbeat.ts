import type { Clock } from '../../ports.ts'

export const PING_EVERY_MS = 20_000
export const SILENCE_MS = 45_000

export interface HeartbeatOptions {
  clock: Clock
  ping(): void
  onRoundTrip(ms: number): void
  /** Nothing was heard for 45 s. Called once. */
  onSilent(): void
}

/** Notices a line that is dead without having been closed. */
export interface Heartbeat {
  /** Anything came. */
  heard(): void
  /** The answer to the newest ping came. */
  pong(): void
  /** While we do not read, hearing nothing says nothing. */
  setReading(isReading: boolean): void
  stop(): void
}

export function startHeartbeat({ clock, ping, onRoundTrip, onSilent }: HeartbeatOptions): Heartbeat {
  const stopped = new AbortController()
  let heardAt = clock.now()
  let pingedAt = clock.now()
  let isWaitingForPong = false
  let isReading = true

  function sendPing(): void {
    pingedAt = clock.now()
    isWaitingForPong = true
    ping()
  }

  async function beat(): Promise<void> {
    // At once: the person sees the round trip with the connection, not 20 s later.
    sendPing()
    for (;;) {
      const wakeAt = Math.min(pingedAt + PING_EVERY_MS, heardAt + SILENCE_MS)
      await clock.sleep(Math.max(0, wakeAt - clock.now()), stopped.signal)
      const now = clock.now()
      if (!isReading) heardAt = now
      if (now - heardAt >= SILENCE_MS) break
      if (now - pingedAt >= PING_EVERY_MS) sendPing()
    }
    onSilent()
  }
  beat().catch(() => {}) // stopped

  return {
    heard() {
      heardAt = clock.now()
    },
    pong() {
      heardAt = clock.now()
      if (isWaitingForPong) onRoundTrip(heardAt - pingedAt)
      isWaitingForPong = false
    },
    setReading(reading) {
      if (reading) heardAt = clock.now()
      // A pong that waited behind the pause would measure the pause.
      isWaitingForPong = false
      isReading = reading
    },
    stop() {
      stopped.abort()
    },
  }
}
