import { strFromU8, strToU8, Unzip, type UnzipFile, UnzipInflate, Zip, ZipDeflate } from 'fflate'
import { HandrailError, isWireObject, redactEvent, redactFields } from '../../../shared/domain/index.ts'

export interface RedactedZipOptions {
  conversationId: string
  /** Takes held keys out of a text. */
  redactText(text: string): string
  write(chunk: Uint8Array): Promise<void>
}

/**
 * Rewrites a server's zip of JSON files, entry by entry while it comes in, without the keys that it holds (contract
 * §16.39). Entries keep their names and order; one that is no JSON is redacted as text.
 */
export class RedactedZip {
  entries = 0
  redactions = 0
  readonly #options: RedactedZipOptions
  readonly #unzip = new Unzip((file) => this.#open(file))
  readonly #zip = new Zip((error, chunk) => {
    if (error) this.#error = error
    else this.#ready.push(chunk)
  })
  #ready: Uint8Array[] = []
  #error: Error | null = null
  #unfinished = 0

  constructor(options: RedactedZipOptions) {
    this.#options = options
    this.#unzip.register(UnzipInflate)
  }

  /** @throws HandrailError `not-openhands` when it is no zip. */
  async push(chunk: Uint8Array): Promise<void> {
    this.#take(chunk, false)
    await this.#flush()
  }

  /** To be called after the last part. @throws HandrailError when the zip is cut off or empty. */
  async end(): Promise<void> {
    this.#take(new Uint8Array(), true)
    if (this.entries === 0 || this.#unfinished > 0) throw this.#broken(null)
    this.#zip.end()
    await this.#flush()
  }

  #take(chunk: Uint8Array, isLast: boolean): void {
    try {
      this.#unzip.push(chunk, isLast)
    } catch (error) {
      throw this.#broken(error)
    }
  }

  async #flush(): Promise<void> {
    if (this.#error !== null) throw this.#broken(this.#error)
    const ready = this.#ready
    this.#ready = []
    for (const chunk of ready) await this.#options.write(chunk)
  }

  #open(file: UnzipFile): void {
    const parts: Uint8Array[] = []
    this.#unfinished += 1
    file.ondata = (error, data, isFinal) => {
      if (error) {
        this.#error = error
        return
      }
      parts.push(data)
      if (!isFinal) return
      this.#unfinished -= 1
      this.#add(file.name, strFromU8(Buffer.concat(parts)))
    }
    file.start()
  }

  #add(name: string, text: string): void {
    const entry = new ZipDeflate(name, { level: 6 })
    this.#zip.add(entry)
    entry.push(strToU8(this.#redacted(name, text)), true)
    this.entries += 1
  }

  #broken(cause: unknown): HandrailError {
    return new HandrailError(
      {
        code: 'not-openhands',
        message: `Could not download conversation ${this.#options.conversationId.slice(0, 8)}: the server’s answer is not a whole zip file.`,
        advice: 'Try again; nothing was kept of it.',
        isSafeToRetry: true,
      },
      { cause },
    )
  }

  #redacted(name: string, text: string): string {
    const byValue = this.#options.redactText(text)
    if (byValue !== text) this.redactions += 1
    const value = parsed(byValue)
    if (value === undefined) return byValue
    // As app servers and agent servers name them.
    const isEvent = /(?:^|\/)event[-_]/.test(name) && isWireObject(value)
    const redaction = isEvent ? redactEvent(value) : redactFields(value, 'state')
    this.redactions += redaction.count
    return redaction.count === 0 ? byValue : JSON.stringify(redaction.value)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
