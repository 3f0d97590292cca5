import { type Failure, HandrailError, isWireObject } from '../../../shared/domain/index.ts'
import { ArchiveService } from './archiveService.ts'
import { openDatabase } from './db/openDatabase.ts'
import type { ArchiveMethod, FromWorker, ToWorker } from './protocol.ts'
import { realTimers } from './timers.ts'

export interface ServerEnd {
  post(message: FromWorker): void
  listen(listener: (message: unknown) => void): void
}

type Call = Extract<ToWorker, { type: 'call' }>

/** What a person waits for ... */
const LOOKS: ReadonlySet<ArchiveMethod> = new Set([
  'openView',
  'window',
  'overview',
  'words',
  'event',
  'conversations',
  'search',
])
/** ... may be answered before these, which change nothing that a view does not tell afterwards. */
const SYNC: ReadonlySet<ArchiveMethod> = new Set([
  'ingestPage',
  'ingestFrames',
  'setServerCount',
  'loadState',
  'facts',
  'missingIds',
  'seal',
  'readExport',
  'addImport',
])

/** Adds a call to those that wait, in order of coming; a look overtakes the work of a sync, and nothing else. */
export function enqueue(waiting: Call[], call: Call): void {
  let at = waiting.length
  if (LOOKS.has(call.method)) while (at > 0 && SYNC.has(waiting[at - 1]?.method ?? 'close')) at -= 1
  waiting.splice(at, 0, call)
}

/** Serves the archive of a data folder to one client: one call after the other. */
export function serveArchive(dataDir: string, end: ServerEnd): void {
  const service = open(dataDir, end)
  if (service === null) return
  const waiting: Call[] = []
  const running = new Map<number, AbortController>()
  let isServing = false

  const serve = () => {
    const next = waiting.shift()
    isServing = next !== undefined
    if (next === undefined) return
    // One call a turn, so that an abort overtakes the calls that wait.
    setImmediate(serve)
    const abort = new AbortController()
    running.set(next.call, abort)
    void answer(service, next, end, abort.signal).finally(() => running.delete(next.call))
  }
  end.listen((message) => {
    if (!isToWorker(message)) return
    if (message.type === 'abort') {
      const at = waiting.findIndex((call) => call.call === message.call)
      if (at !== -1) waiting.splice(at, 1)
      running.get(message.call)?.abort()
      return
    }
    enqueue(waiting, message)
    if (isServing) return
    isServing = true
    setImmediate(serve)
  })
  end.post({ type: 'ready' })
}

function open(dataDir: string, end: ServerEnd): ArchiveService | null {
  try {
    return new ArchiveService(
      openDatabase(dataDir),
      {
        viewChanged: (notice) => end.post({ type: 'viewChanged', notice }),
        factsChanged: (conversation, facts) => end.post({ type: 'factsChanged', conversation, facts }),
        loadChanged: (conversation, load) => end.post({ type: 'loadChanged', conversation, load }),
        failed: (message) => end.post({ type: 'trouble', message }),
      },
      realTimers(),
    )
  } catch (error) {
    end.post({ type: 'unfit', failure: failureOf(error) })
    return null
  }
}

function answer(
  service: ArchiveService,
  { call, method, args }: Call,
  end: ServerEnd,
  signal: AbortSignal,
): Promise<void> {
  // Both ends are built from the same `Archive`: the client's types checked the arguments.
  const run = service[method] as (...args: readonly unknown[]) => Promise<unknown>
  return run.apply(service, [...args, signal]).then(
    (result) => end.post({ type: 'done', call, result }),
    (error: unknown) => {
      const trouble = troubleOf(error)
      if (trouble !== null) end.post({ type: 'trouble', message: trouble })
      end.post({ type: 'failed', call, failure: failureOf(error) })
    },
  )
}

function failureOf(error: unknown): Failure {
  if (error instanceof HandrailError) return error.failure
  const message = troubleOf(error) ?? `The archive failed: ${error instanceof Error ? error.message : String(error)}.`
  return new HandrailError({ code: 'internal', message }, { cause: error }).failure
}

/** SQLite's result codes that mean more than one failed call. */
const TROUBLES = new Map([
  [8, 'The archive cannot be written: its folder is read-only.'],
  [10, 'The archive cannot be read or written: the disk reports an error. Check the disk.'],
  [11, 'The archive is damaged. Move it away to begin a new one, or restore it from a backup.'],
  [13, 'The disk is full: the archive cannot store more. Free some space, then retry.'],
  [26, 'The archive file is not a database. Move it away to begin a new one.'],
])

function troubleOf(error: unknown): string | null {
  if (!isWireObject(error) || typeof error.errcode !== 'number') return null
  // Extended codes carry the primary one in their low byte.
  return TROUBLES.get(error.errcode & 0xff) ?? null
}

function isToWorker(message: unknown): message is ToWorker {
  return (
    isWireObject(message) && (message.type === 'call' || message.type === 'abort') && typeof message.call === 'number'
  )
}
