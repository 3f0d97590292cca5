import type { FileHandle } from 'node:fs/promises'
import { type Failure, HandrailError } from '../../../shared/domain/index.ts'
import type { LoadState, PageResult } from '../archive/index.ts'
import type { AppServerClient } from '../gateway/index.ts'
import { MOST_FILE_BYTES } from '../import/limits.ts'
import { openZip } from '../import/zipFile.ts'
import type { LoaderDeps } from './agentLoader.ts'
import type { LoadFiles } from './loadFiles.ts'

export interface ZipDeps extends LoaderDeps {
  files: LoadFiles
  /** Takes held keys out of a text. */
  redact(text: string): string
  /** Told how much of the zip came. */
  onBytes(bytes: number): void
}

/** Failures of a download after which pages may still be had. */
const OF_THE_ZIP: ReadonlySet<Failure['code']> = new Set([
  'conflict', // another export is running
  'not-found',
  'gone',
  'rejected', // 413: too many events
  'rate-limited',
  'server-error',
  'timeout',
  'unsupported',
  'not-openhands', // no whole zip
  'invalid-input',
])

/** Why pages have to be read in place of the zip; null when the failure is not the zip's. */
export function whyNoZip(error: unknown): string | null {
  if (!(error instanceof HandrailError) || !OF_THE_ZIP.has(error.failure.code)) return null
  const { status, message } = error.failure
  return `The download of all events was refused${status === null ? '' : ` (${status})`}, so they are read page by page: ${message}`
}

/**
 * Reads the whole history through one zip of the app server (architecture decision 9). It lies in a file meanwhile, and
 * its events go to the archive some at a time; those that are stored already are known by the names of the entries and
 * not read. Gives how many ids stand twice in it.
 */
export async function loadZip(
  app: AppServerClient,
  deps: ZipDeps,
  signal: AbortSignal,
): Promise<{ load: LoadState; repeats: number }> {
  try {
    return await deps.files.lend(async (file) => {
      await receive(app, deps, file, signal)
      return store(deps, file, signal)
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof HandrailError ? error : noZip(error)
  }
}

async function receive(app: AppServerClient, deps: ZipDeps, file: FileHandle, signal: AbortSignal): Promise<void> {
  // Else it would be taken for a fault of the line.
  const fail = (error: unknown) => {
    throw noZip(error)
  }
  const begin = () => {
    // An attempt before this one may have left its part.
    const begun = file.truncate(0)
    let received = 0
    return async (chunk: Uint8Array) => {
      await begun.catch(fail)
      received += chunk.byteLength
      if (received > MOST_FILE_BYTES) throw noZip(`it is larger than ${MOST_FILE_BYTES / 2 ** 30} GB`)
      await file.appendFile(chunk).catch(fail)
      deps.onBytes(received)
    }
  }
  await app.trajectory(deps.ref.conversationId, begin, signal)
}

async function store(
  { archive, ref, redact, onLoad }: ZipDeps,
  file: FileHandle,
  signal: AbortSignal,
): Promise<{ load: LoadState; repeats: number }> {
  const { size } = await file.stat()
  const zip = await openZip(file, size, `conversation_${ref.conversationId}.zip`)
  const missing = new Set(await archive.missingIds(ref, zip.ids))
  const repeats = zip.ids.length - new Set(zip.ids).size
  let offset = 0
  let storing: Promise<PageResult> | null = null
  for await (const { items, places } of zip.batches(signal, (id) => !missing.has(id))) {
    const texts = items.map((item) => {
      if ('text' in item) return item.text
      throw noZip(`${item.place}: ${item.problem}`)
    })
    // The next entries are read while these are stored.
    if (storing !== null) onLoad((await storing).load)
    const next = offset + places < zip.ids.length ? '"more"' : 'null'
    const page = redact(`{"items":[${texts.join(',')}],"next_page_id":${next}}`)
    storing = archive.ingestPage(ref, page, { side: 'app', walk: 'head', offset, places }, signal)
    // Looked at when its turn comes.
    storing.catch(() => undefined)
    offset += places
  }
  const load = storing === null ? await archive.loadState(ref) : (await storing).load
  onLoad(load)
  return { load, repeats }
}

/** The zip cannot be had through a file, whether its server or this disk is why. */
function noZip(problem: unknown): HandrailError {
  const reason = problem instanceof Error ? problem.message : String(problem)
  return new HandrailError(
    { code: 'not-openhands', message: `The zip cannot be read: ${reason}.`, isSafeToRetry: true },
    { cause: problem },
  )
}
