import { type Failure, HandrailError, isWireObject } from '../../../shared/domain/index.ts'
import type { WorkerPort } from '../ports.ts'
import type { ArchiveMethod, CallArguments, FromWorker, ToWorker } from './protocol.ts'
import type { ArchiveNotices } from './types.ts'
import type { WholeArchive } from './wholeArchive.ts'

/** A closed worker that has not ended after this is stopped. */
const LEAVE_MS = 5_000

interface PendingCall {
  resolve(result: unknown): void
  reject(error: unknown): void
  unlisten(): void
}

/**
 * Opens the archive that runs behind a port.
 *
 * @throws HandrailError when the worker cannot open the archive, saying which file and what to do.
 */
export async function openArchive(port: WorkerPort, notices: ArchiveNotices): Promise<WholeArchive> {
  const line = new WorkerLine(port, notices)
  await line.ready
  return archiveOver(line)
}

function archiveOver(line: WorkerLine): WholeArchive {
  // What a method answers is what the worker's method of the same name gave: both are a `WholeArchive`.
  const call = <M extends ArchiveMethod>(method: M, args: CallArguments<M>, signal?: AbortSignal) =>
    line.call(method, args, signal) as ReturnType<WholeArchive[M]>
  return {
    ingestPage: (ref, text, origin, signal) => call('ingestPage', [ref, text, origin], signal),
    ingestFrames: (ref, dialect, frames, signal) => call('ingestFrames', [ref, dialect, frames], signal),
    loadState: (ref) => call('loadState', [ref]),
    setServerCount: (ref, count, at) => call('setServerCount', [ref, count, at]),
    missingIds: (ref, ids) => call('missingIds', [ref, ids]),
    restartWalk: (ref) => call('restartWalk', [ref]),
    facts: (ref) => call('facts', [ref]),
    seal: (ref) => call('seal', [ref]),
    openView: (spec, first) => call('openView', [spec, first]),
    closeView: (view) => call('closeView', [view]),
    window: (request) => call('window', [request]),
    words: (view) => call('words', [view]),
    overview: (request) => call('overview', [request]),
    event: (ref, eventId, offset, length) => call('event', [ref, eventId, offset, length]),
    saveConversations: (id, conversations) => call('saveConversations', [id, conversations]),
    conversations: (id) => call('conversations', [id]),
    forgetConnection: (id) => call('forgetConnection', [id]),
    forgetConversations: (refs, what) => call('forgetConversations', [refs, what]),
    clear: () => call('clear', []),
    usage: () => call('usage', []),
    wipe: () => call('wipe', []),
    keep: (id, isKept) => call('keep', [id, isKept]),
    release: (ref) => call('release', [ref]),
    openExport: (ref, format, record) => call('openExport', [ref, format, record]),
    readExport: (id) => call('readExport', [id]),
    closeExport: (id) => call('closeExport', [id]),
    openImport: (ref) => call('openImport', [ref]),
    addImport: (id, items) => call('addImport', [id, items]),
    finishImport: (id) => call('finishImport', [id]),
    closeImport: (id) => call('closeImport', [id]),
    search: (request, signal) => call('search', [request], signal),
    stats: () => call('stats', []),
    rescan: (needles) => call('rescan', [needles]),
    close: () => line.end(() => call('close', [])),
  }
}

/** Calls and answers over one port. When the worker dies, every pending and later call is rejected. */
class WorkerLine {
  readonly ready: Promise<void>
  readonly #ended: Promise<void>
  readonly #port: WorkerPort
  readonly #pending = new Map<number, PendingCall>()
  #nextCall = 1
  #isEnding = false
  #death: HandrailError | null = null

  constructor(port: WorkerPort, notices: ArchiveNotices) {
    this.#port = port
    const opened = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    this.ready = opened.promise
    this.#ended = ended.promise
    port.on('message', (message) => {
      if (!isFromWorker(message)) return
      switch (message.type) {
        case 'ready':
          return opened.resolve()
        case 'unfit':
          return opened.reject(new HandrailError(message.failure))
        case 'done':
          return this.#take(message.call)?.resolve(message.result)
        case 'failed':
          return this.#take(message.call)?.reject(new HandrailError(message.failure))
        case 'viewChanged':
          return notices.viewChanged(message.notice)
        case 'factsChanged':
          return notices.factsChanged(message.conversation, message.facts)
        case 'loadChanged':
          return notices.loadChanged(message.conversation, message.load)
        case 'trouble':
          return notices.failed(message.message)
        case 'blocked':
          return notices.blocked(message.problem)
        default:
          message satisfies never
      }
    })
    const die = (why: string, cause?: Error) => {
      if (this.#death !== null) return
      this.#death = new HandrailError(
        {
          code: 'internal',
          message: `The archive stopped: ${why}.`,
          advice: 'Nothing that was stored is lost. Start Handrail again.',
        },
        { cause },
      )
      opened.reject(this.#death)
      for (const call of [...this.#pending.keys()]) this.#take(call)?.reject(this.#death)
      if (!this.#isEnding) notices.failed(this.#death.failure.message)
    }
    port.on('error', (error) => die(error.message, error))
    port.on('exit', (code) => {
      die(`its worker ended with code ${code}`)
      ended.resolve()
    })
  }

  call(method: ArchiveMethod, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    if (this.#death !== null) return Promise.reject(this.#death)
    if (signal?.aborted) return Promise.reject(cancelled(signal))
    const call = this.#nextCall
    this.#nextCall += 1
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#take(call)
        this.#send({ type: 'abort', call })
        reject(cancelled(signal))
      }
      signal?.addEventListener('abort', abort, { once: true })
      const unlisten = () => signal?.removeEventListener('abort', abort)
      this.#pending.set(call, { resolve, reject, unlisten })
      this.#send({ type: 'call', call, method, args })
    })
  }

  /**
   * Lets the worker close, and waits until it has ended by itself: a thread that is stopped in the middle of what it does
   * in native code can take the whole process with it.
   */
  async end(close: () => Promise<void>): Promise<void> {
    // Before it is asked: its last answer and its end can come in one go.
    this.#isEnding = true
    try {
      await close()
    } finally {
      const late = setTimeout(() => {
        this.#port.terminate().catch(() => undefined) // Its exit is waited for.
      }, LEAVE_MS)
      await this.#ended
      clearTimeout(late)
    }
  }

  #take(call: number): PendingCall | undefined {
    const pending = this.#pending.get(call)
    this.#pending.delete(call)
    pending?.unlisten()
    return pending
  }

  #send(message: ToWorker): void {
    this.#port.postMessage(message)
  }
}

function cancelled(signal: AbortSignal | undefined): HandrailError {
  return new HandrailError(
    { code: 'cancelled', message: 'Cancelled.', isSafeToRetry: true } satisfies Partial<Failure>,
    { cause: signal?.reason },
  )
}

/** The other end is our own worker; its messages are told from a host's own ones by their type. */
function isFromWorker(message: unknown): message is FromWorker {
  return isWireObject(message) && typeof message.type === 'string'
}
