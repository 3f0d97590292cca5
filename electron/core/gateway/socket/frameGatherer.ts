/** Gathers frames for at most one turn of the event loop, so that a burst crosses to the archive as one batch. */
export interface FrameGatherer {
  add(frame: string): void
  /** Gives on at once what waits; before an end is told. */
  flush(): void
  /** Forgets what waits and gives nothing on any more. */
  stop(): void
}

export function createFrameGatherer(giveOn: (frames: string[]) => void): FrameGatherer {
  let waiting: string[] = []
  let timer: NodeJS.Immediate | null = null

  function flush(): void {
    if (timer !== null) clearImmediate(timer)
    timer = null
    if (waiting.length === 0) return
    const frames = waiting
    waiting = []
    giveOn(frames)
  }

  return {
    add(frame) {
      waiting.push(frame)
      timer ??= setImmediate(flush)
    },
    flush,
    stop() {
      waiting = []
      flush()
    },
  }
}
