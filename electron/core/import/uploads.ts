import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HandrailError } from '../../../shared/domain/index.ts'
import type { Clock } from '../ports.ts'
import { MOST_FILE_BYTES } from './limits.ts'

/** Uploads that nobody goes on with are removed after this. */
const IDLE_MS = 10 * 60_000
const MOST_AT_ONCE = 4

interface Upload {
  name: string
  size: number
  received: number
  file: string
  /** Milliseconds since the epoch. */
  usedAt: number
}

/** Files that a page hands over in parts, until they are imported. They lie in the data folder, which is this user's alone. */
export class Uploads {
  readonly #folder: string
  readonly #clock: Clock
  readonly #uploads = new Map<string, Upload>()
  /** What an earlier run left is removed before the first upload of this one. */
  #prepared: Promise<void> | null = null

  constructor({ dataDir, clock }: { dataDir: string; clock: Clock }) {
    this.#folder = path.join(dataDir, 'uploads')
    this.#clock = clock
  }

  /** @throws HandrailError `invalid-input` when the file is too large, `conflict` when too many are under way. */
  async begin(name: string, size: number): Promise<string> {
    if (size > MOST_FILE_BYTES) {
      throw new HandrailError({
        code: 'invalid-input',
        message: `“${name}” is larger than ${MOST_FILE_BYTES / 2 ** 30} GB, the most that is imported at once.`,
        advice: 'Import it in parts: JSON lines may be split anywhere between lines.',
      })
    }
    this.#prepared ??= rm(this.#folder, { recursive: true, force: true })
    await this.#prepared
    const now = this.#clock.now()
    for (const [id, { usedAt }] of this.#uploads) if (now - usedAt > IDLE_MS) await this.discard(id)
    if (this.#uploads.size >= MOST_AT_ONCE) {
      throw new HandrailError({
        code: 'conflict',
        message: `${MOST_AT_ONCE} files are being imported already.`,
        advice: 'Wait until one is done, then try again.',
        isSafeToRetry: true,
      })
    }
    const id = randomUUID()
    const file = path.join(this.#folder, id)
    this.#uploads.set(id, { name, size, received: 0, file, usedAt: now })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    // 0600: what is in it is in the archive soon, which is this user's alone too.
    await writeFile(file, '', { mode: 0o600 })
    return id
  }

  /** Adds the part that begins at `offset`. @throws HandrailError when it does not follow what came before */
  async append(id: string, offset: number, bytes: Uint8Array): Promise<number> {
    const upload = this.#of(id)
    if (offset !== upload.received || offset + bytes.byteLength > upload.size) {
      throw new HandrailError({
        code: 'conflict',
        message: `A part of “${upload.name}” came at ${offset}, where ${upload.received} of ${upload.size} bytes are here.`,
        advice: 'Import the file again.',
        isSafeToRetry: true,
      })
    }
    upload.received += bytes.byteLength
    upload.usedAt = this.#clock.now()
    await appendFile(upload.file, bytes)
    return upload.received
  }

  /** The file, when all of it is here. */
  whole(id: string): { path: string; name: string } {
    const { file, name, received, size } = this.#of(id)
    if (received === size) return { path: file, name }
    throw new HandrailError({
      code: 'conflict',
      message: `Only ${received} of ${size} bytes of “${name}” are here.`,
      advice: 'Import the file again.',
      isSafeToRetry: true,
    })
  }

  /** Removes the file; harmless when it is gone. */
  async discard(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    this.#uploads.delete(id)
    if (upload !== undefined) await rm(upload.file, { force: true })
  }

  #of(id: string): Upload {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) return upload
    throw new HandrailError({
      code: 'gone',
      message: 'This upload is not here any more.',
      advice: 'Import the file again.',
      isSafeToRetry: true,
    })
  }
}
