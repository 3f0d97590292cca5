import type { ExportWriter } from './writer.ts'

/** One event a line, as it is stored: JSON texts hold no raw line break. */
export class JsonlWriter implements ExportWriter {
  #lines: string[] = []

  event(_position: number, _id: string, json: string): void {
    this.#lines.push(json, '\n')
  }

  end(): void {
    // A line is whole by itself.
  }

  take(): Uint8Array {
    const text = this.#lines.join('')
    this.#lines = []
    return Buffer.from(text)
  }
}
