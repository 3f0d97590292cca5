/** Where a command says what it found: stdout gets the result and nothing else. */
export interface Output {
  /** The result: as text for a person, or as one JSON value. */
  result(json: unknown, text: string): void
  /** How far it is, on a terminal only. */
  progress(text: string): void
  /** Something to know beside the result. */
  note(text: string): void
  /** Bytes of a file that goes to stdout. */
  bytes(part: Uint8Array): Promise<void>
}

export function outputTo(isJson: boolean): Output {
  return {
    result: (json, text) => void process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`),
    progress(text) {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
    },
    note: (text) => void process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${text}\n`),
    bytes: (part) =>
      new Promise((resolve, reject) => {
        process.stdout.write(part, (error) => (error ? reject(error) : resolve()))
      }),
  }
}
