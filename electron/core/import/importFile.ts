import { open } from 'node:fs/promises'
import { HandrailError, type ImportResult, type ImportStage } from '../../../shared/domain/index.ts'
import type { Archive, ImportCounts } from '../archive/index.ts'
import { openEventFile } from './eventFile.ts'
import { importedRecord } from './importedRecord.ts'
import { MOST_FILE_BYTES } from './limits.ts'

export interface ImportDeps {
  archive: Pick<
    Archive,
    | 'loadState'
    | 'openImport'
    | 'addImport'
    | 'finishImport'
    | 'closeImport'
    | 'forgetConversations'
    | 'saveConversations'
  >
  /** Takes held keys out of a text. */
  redact(text: string): string
  now(): number
}

export type ImportProgress = Extract<ImportStage, { stage: 'reading' }>

/**
 * Takes a trajectory zip or a file of JSON lines into the archive. What is no event is counted and named, the rest is
 * kept; a file that cannot be read at all, or an abort, leaves nothing of it but what was there before.
 *
 * @throws HandrailError `invalid-input` saying what is wrong with the file and what was kept.
 */
export async function importFile(
  { archive, redact, now }: ImportDeps,
  { path, name }: { path: string; name: string },
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(name, error)
  })
  try {
    const { size } = await handle.stat()
    if (size > MOST_FILE_BYTES) throw tooLarge(name)
    const file = await openEventFile(handle, size, name)
    signal.throwIfAborted()
    const record = await importedRecord({ name, meta: file.meta, at: now() }, redact, handle)
    const { connectionId, conversationId } = record
    const ref = { connectionId, conversationId }
    const before = (await archive.loadState(ref)).stored
    const id = await archive.openImport(ref)
    let counts: ImportCounts | null = null
    try {
      for await (const { items, bytes } of file.batches(signal)) {
        const clean = items.map((item) => {
          const place = redact(item.place)
          return 'text' in item ? { place, text: redact(item.text) } : { ...item, place }
        })
        counts = await archive.addImport(id, clean)
        signal.throwIfAborted()
        onProgress({ stage: 'reading', events: counts.events, bytes, total: size })
      }
      if (counts === null || counts.events === 0) throw noEvents(name, counts)
      const result = await archive.finishImport(id)
      await archive.saveConversations(connectionId, [record])
      return { conversation: ref, title: record.title, ...result }
    } catch (error) {
      await archive.closeImport(id).catch(() => undefined)
      if (before === 0) await archive.forgetConversations([ref], 'all')
      throw withWhatWasKept(error, name, before === 0 ? 0 : (counts?.events ?? 0), signal)
    }
  } finally {
    await handle.close()
  }
}

function withWhatWasKept(error: unknown, name: string, kept: number, signal: AbortSignal): unknown {
  const advice =
    kept === 0
      ? 'Nothing of it was kept.'
      : `${kept.toLocaleString('en')} of its events are kept beside what an earlier import brought.`
  if (signal.aborted) {
    return new HandrailError({
      code: 'cancelled',
      message: `The import of “${name}” was cancelled.`,
      advice,
      isSafeToRetry: true,
    })
  }
  if (!(error instanceof HandrailError)) return error
  const { failure } = error
  return new HandrailError({ ...failure, advice: `${failure.advice} ${advice}`.trim() }, { cause: error })
}

function noEvents(name: string, counts: ImportCounts | null): HandrailError {
  const [first] = counts?.problems ?? []
  return new HandrailError({
    code: 'invalid-input',
    message: `“${name}” holds no event${first === undefined ? '.' : `: ${first.place}: ${first.problem}.`}`,
    advice: 'Choose a trajectory zip of OpenHands, or a file with one event in each line.',
  })
}

function tooLarge(name: string): HandrailError {
  return new HandrailError({
    code: 'invalid-input',
    message: `“${name}” is larger than ${MOST_FILE_BYTES / 2 ** 30} GB, the most that is imported at once.`,
    advice: 'Import it in parts: JSON lines may be split anywhere between lines.',
  })
}

function unreadable(name: string, cause: unknown): HandrailError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  return new HandrailError(
    { code: 'invalid-input', message: `“${name}” cannot be read: ${reason}.`, advice: 'Check the path.' },
    { cause },
  )
}
