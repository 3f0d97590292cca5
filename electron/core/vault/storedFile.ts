import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { HandrailError } from '../../../shared/domain/index.ts'

/** Thrown for a file that is there but cannot be understood. It is left as it is: only a person may give it up. */
export class DamagedFileError extends HandrailError {
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(
      {
        code: 'internal',
        message: `${file} is damaged: ${why}.`,
        advice: `Put a backup of ${path.basename(file)} in its place, or move the file away and enter its contents again.`,
      },
      options,
    )
  }
}

/**
 * Reads a JSON file and checks it; null when there is none.
 *
 * @throws DamagedFileError when it is there and unreadable, not JSON or not of the schema.
 */
export async function readStored<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new DamagedFileError(file, 'it cannot be read', { cause: error })
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Without `cause`: the message of JSON.parse quotes the text.
    throw new DamagedFileError(file, 'it is not JSON')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new DamagedFileError(file, `${issue?.path.join('.') || 'its contents'}: ${issue?.message ?? 'not as expected'}`)
}

/** Writes a JSON file whole or not at all: after a crash there is the old text or the new one, never a part. */
export async function writeStored(file: string, value: unknown): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    // 0600 from the first byte: the file is never readable by others, whatever the umask is.
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      // Before the rename, else a power cut may keep the new name with empty contents.
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await syncFolder(path.dirname(file))
}

/** The rename itself is durable only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its rename is journalled.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
