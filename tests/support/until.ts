/** Reads a stream until an item satisfies the condition; ends the stream then. Fails after `ms` with the last item. */
export async function until<T>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
  condition: (item: T) => boolean,
  ms = 20_000,
): Promise<T> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), ms)
  let last: T | undefined
  try {
    for await (const item of await open(stop.signal)) {
      last = item
      if (condition(item)) return item
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
  throw new Error(`not within ${ms} ms; the last item was ${JSON.stringify(last)?.slice(0, 2_000)}`)
}

/** Asks again every 50 ms until the answer is not null. */
export async function eventually<T>(ask: () => Promise<T | null>, ms = 20_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (Date.now() > end) throw new Error(`not within ${ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
