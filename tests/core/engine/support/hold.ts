import type { ScriptedServer } from './scriptedServer.ts'

/** Holds every answer whose `METHOD path?query` has this text; answers once somebody waits, and lets them go. */
export function hold(server: ScriptedServer, text: string) {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.beforeAnswer = (path) => {
    if (!path.includes(text)) return undefined
    reach()
    return released
  }
  return {
    reached,
    release() {
      server.beforeAnswer = () => undefined
      release()
    },
  }
}
