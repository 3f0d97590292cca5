/** Runs pieces of work one after another, so that two writers of one file never build on the same old state. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    // The queue goes on after a failure; the failure itself goes to who asked.
    last = next.catch(() => undefined)
    return next
  }
}
