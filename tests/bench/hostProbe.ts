import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5

export interface HostFigures {
  /** Bytes of memory of the process, its archive worker included. */
  rss: number
  /** How much later than asked timers fired since the last answer, in milliseconds; of a hundred all but one were not later. */
  delayP99: number
}

/** Loaded into the host before its own code (`--import`): answers every message with figures of the process. */
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
process.on('message', () => {
  const figures: HostFigures = {
    rss: process.memoryUsage.rss(),
    delayP99: Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS),
  }
  delays.reset()
  process.send?.(figures)
})
// The host ends when it wants to.
process.channel?.unref()
