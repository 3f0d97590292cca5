import { closeSync, fsyncSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { HandrailError } from '../../../shared/domain/index.ts'

/** Who writes in a data folder, as the lock file tells other processes of the same user. */
export const lockRecordSchema = z.object({
  format: z.literal('handrail-lock'),
  version: z.literal(1),
  /** Of this one taking of the lock. It becomes part of a file name, hence the form. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  pid: z.number().int().positive(),
  /** Boot and tick at which the process started; null where the system does not tell. */
  startTime: z.string().nullable(),
  /** Host name: process numbers of another machine say nothing here. */
  machine: z.string(),
  /** Where the host listens for a second start: a Unix socket or a named pipe. */
  address: z.string(),
  /** What a caller must show there. The lock file is 0600 in a 0700 folder, so only this user knows it. */
  secret: z.string(),
})
export type LockRecord = z.infer<typeof lockRecordSchema>

/** Null when there is no such file. */
export function readLock(file: string): LockRecord | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  try {
    return lockRecordSchema.parse(JSON.parse(text))
  } catch {
    // Without `cause`: it would quote the secret. Not taken over: a later version may have written it and be running.
    throw new HandrailError({
      code: 'conflict',
      message: `${file} cannot be understood.`,
      advice: 'Another version of Handrail may be using this folder. If none is running, remove that file.',
    })
  }
}

/** Writes a new file that is whole on disk when this returns. */
export function writeLock(file: string, record: LockRecord): void {
  // 0600: the secret is for this user's processes only.
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(record)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

export function removeLock(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
