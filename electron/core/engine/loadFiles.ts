import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'

/** Files that a load writes and reads once. What a crash left of them is removed at the start. */
export class LoadFiles {
  readonly #folder: string
  readonly #cleaned: Promise<void>

  /** `folder` is this class's alone. */
  constructor(folder: string) {
    this.#folder = folder
    this.#cleaned = rm(folder, { recursive: true, force: true })
    // Said to whoever wants a file.
    this.#cleaned.catch(() => undefined)
  }

  /** Lends an empty file, which is gone when `use` has ended, however it did. */
  async lend<T>(use: (file: FileHandle) => Promise<T>): Promise<T> {
    await this.#cleaned
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const name = path.join(this.#folder, randomUUID())
    // 0600: what is in it is in the archive soon, which is this user's alone too. Appends, so that it can begin anew.
    const file = await open(name, 'a+', 0o600)
    try {
      return await use(file)
    } finally {
      await file.close()
      await rm(name, { force: true })
    }
  }
}
