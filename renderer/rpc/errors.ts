/** A call that could not be made or answered because the host process is not there. */
export class HostGoneError extends Error {
  override readonly name = 'HostGoneError'
  constructor(options?: ErrorOptions) {
    super("Handrail's host process is not answering.", options)
  }
}

/** The host does not know this page: its token is wrong, of an earlier launch, or missing. */
export class NotLetInError extends Error {
  override readonly name = 'NotLetInError'
}
