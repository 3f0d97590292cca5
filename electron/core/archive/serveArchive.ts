import type { DatabaseSync } from 'node:sqlite'
import { isWireObject } from '../../../shared/domain/index.ts'
import { ArchiveService } from './archiveService.ts'
import { openInMemory } from './db/openDatabase.ts'
import { isDamage, openSound, suspect } from './db/openSound.ts'
import type { ArchiveMethod, ArchiveWorkerData, FromWorker, ToWorker } from './protocol.ts'
import { SplitArchive } from './splitArchive.ts'
import { archiveFailure, blockingProblem } from './storageTrouble.ts'
import { realTimers, type Timers } from './timers.ts'
import type { ArchiveNotices } from './types.ts'

export interface ServerEnd {
  post(message: FromWorker): void
  listen(listener: (message: unknown) => void): void
  /** Ends the worker at once; what was posted still arrives. */
  exit(): void
  /** Nothing is sent or heard any more, so that the worker ends by itself; what was posted still arrives. */
  leave(): void
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

/** Calls that store: when one succeeds, storing is no longer blocked. */
const WRITES: ReadonlySet<ArchiveMethod> = new Set([
  'ingestPage',
  'ingestFrames',
  'setServerCount',
  'saveConversations',
  'addImport',
])

/** Serves the archive of a data folder to one client: one call after the other. */
export function serveArchive(data: ArchiveWorkerData, end: ServerEnd): void {
  const { dataDir } = data
  const archive = open(data, end)
  if (archive === null) return
  const waiting: Call[] = []
  const running = new Map<number, AbortController>()
  let isServing = false
  let isClosed = false
  let blocked: string | null = null

  const setBlocked = (problem: string | null) => {
    if (problem === blocked) return
    blocked = problem
    end.post({ type: 'blocked', problem })
  }
  const answer = async ({ call, method, args }: Call, signal: AbortSignal) => {
    try {
      const result = await archive.call(method, [...args, signal])
      if (WRITES.has(method)) setBlocked(null)
      end.post({ type: 'done', call, result })
    } catch (error) {
      const problem = blockingProblem(error)
      if (problem !== null) setBlocked(problem)
      end.post({ type: 'failed', call, failure: archiveFailure(error) })
      if (!isDamage(error)) return
      // Begins anew with a look at the whole file.
      suspect(dataDir)
      end.exit()
    } finally {
      isClosed ||= method === 'close'
    }
  }
  const serve = () => {
    const next = waiting.shift()
    isServing = next !== undefined
    if (next === undefined) return
    // One call a turn, so that an abort overtakes the calls that wait.
    setImmediate(serve)
    const abort = new AbortController()
    running.set(next.call, abort)
    void answer(next, abort.signal).finally(() => {
      running.delete(next.call)
      if (isClosed && running.size === 0) end.leave()
    })
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

function open(data: ArchiveWorkerData, end: ServerEnd): SplitArchive | null {
  try {
    return openOn(data, end)
  } catch (error) {
    if (!isDamage(error)) return refuse(error, end)
  }
  suspect(data.dataDir)
  try {
    return openOn(data, end)
  } catch (error) {
    return refuse(error, end)
  }
}

function refuse(error: unknown, end: ServerEnd): null {
  end.post({ type: 'unfit', failure: archiveFailure(error) })
  return null
}

function openOn({ dataDir, unkept }: ArchiveWorkerData, end: ServerEnd): SplitArchive {
  const notices = {
    viewChanged: (notice) => end.post({ type: 'viewChanged', notice }),
    factsChanged: (conversation, facts) => end.post({ type: 'factsChanged', conversation, facts }),
    loadChanged: (conversation, load) => end.post({ type: 'loadChanged', conversation, load }),
    failed: (message) => end.post({ type: 'trouble', message }),
    blocked: (problem) => end.post({ type: 'blocked', problem }),
  } satisfies ArchiveNotices
  const timers = realTimers()
  return new SplitArchive({
    dataDir,
    unkept,
    timers,
    onDisk() {
      const { db, setAside } = openSound(dataDir, Date.now)
      if (setAside !== null) notices.failed(damaged(setAside))
      return serviceOver(db, notices, timers)
    },
    inMemory: () => serviceOver(openInMemory(), notices, timers),
  })
}

function serviceOver(db: DatabaseSync, notices: ArchiveNotices, timers: Timers): ArchiveService {
  try {
    return new ArchiveService(db, notices, timers)
  } catch (error) {
    db.close()
    throw error
  }
}

function damaged(setAside: string): string {
  return (
    `The archive was damaged and is set aside as ${setAside}. A new one is begun: conversations are loaded again ` +
    'from their servers when they are opened; what servers no longer have is in that file only.'
  )
}

function isToWorker(message: unknown): message is ToWorker {
  return (
    isWireObject(message) && (message.type === 'call' || message.type === 'abort') && typeof message.call === 'number'
  )
}
