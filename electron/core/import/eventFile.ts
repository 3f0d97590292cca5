import type { FileHandle } from 'node:fs/promises'
import { HandrailError } from '../../../shared/domain/index.ts'
import type { ImportItem } from '../archive/index.ts'
import { openJsonl } from './jsonlFile.ts'
import { openZip } from './zipFile.ts'

/** A file of events, opened. */
export interface EventFile {
  /** The record that the file brings, as it stands there; null when it brings none. */
  meta: { side: 'app' | 'agent'; text: string } | null
  /** Events in the file's order, some at a time. `bytes`: how much of the file is read. */
  batches(signal: AbortSignal): AsyncGenerator<{ items: ImportItem[]; bytes: number }>
}

/** @throws HandrailError `invalid-input` when it is neither a zip nor lines of JSON. */
export async function openEventFile(handle: FileHandle, size: number, name: string): Promise<EventFile> {
  const start = Buffer.alloc(4)
  await handle.read(start, 0, 4, 0)
  if (start.toString('latin1', 0, 2) === 'PK') return openZip(handle, size, name)
  const first = await firstSign(handle, size)
  if (first === '{') return openJsonl(handle)
  throw new HandrailError({
    code: 'invalid-input',
    message: `“${name}” is neither a zip nor lines of JSON.`,
    advice: 'Choose a trajectory zip of OpenHands, or a file with one event in each line. Nothing of it was kept.',
  })
}

/** The first character that is no blank; null when there is none. */
async function firstSign(handle: FileHandle, size: number): Promise<string | null> {
  const start = Buffer.alloc(Math.min(size, 1024))
  const { bytesRead } = await handle.read(start, 0, start.length, 0)
  // A byte order mark is a blank to `trim`.
  return start.toString('utf8', 0, bytesRead).trim().at(0) ?? null
}
