/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, so that the host can close in order. A second signal ends the
 * process at once: the person does not want to wait.
 */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isClosing = false
    const stop = (signal: NodeJS.Signals) => {
      if (isClosing) process.exit(1)
      isClosing = true
      resolve(signal)
    }
    process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  })
}
