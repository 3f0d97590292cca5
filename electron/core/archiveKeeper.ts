import { HandrailError } from '../../shared/domain/index.ts'
import { type ArchiveNotices, openArchive, type WholeArchive } from './archive/index.ts'
import type { Clock, WorkerPort } from './ports.ts'

/** A worker that dies more often than this is not started again: something that it reads kills it. */
const MOST_DEATHS = 3
const WITHIN_MS = 60_000

export interface KeeperDeps {
  start(): WorkerPort
  clock: Clock
  notices: ArchiveNotices
  /** The worker died and is started again: its views are gone. */
  restarting(): void
}

/**
 * Opens the archive and keeps it open: when its worker dies, another one is started on the same file. Calls that were
 * under way are rejected as safe to retry, later ones wait for the new worker.
 *
 * @throws HandrailError when the archive cannot be opened, saying which file and what to do.
 */
export async function keepArchive(deps: KeeperDeps): Promise<WholeArchive> {
  const keeper = new ArchiveKeeper(deps)
  await keeper.ready
  const call = keeper.call
  return {
    ingestPage: (...args) => call((archive) => archive.ingestPage(...args)),
    ingestFrames: (...args) => call((archive) => archive.ingestFrames(...args)),
    loadState: (...args) => call((archive) => archive.loadState(...args)),
    setServerCount: (...args) => call((archive) => archive.setServerCount(...args)),
    missingIds: (...args) => call((archive) => archive.missingIds(...args)),
    restartWalk: (...args) => call((archive) => archive.restartWalk(...args)),
    facts: (...args) => call((archive) => archive.facts(...args)),
    seal: (...args) => call((archive) => archive.seal(...args)),
    openView: (...args) => call((archive) => archive.openView(...args)),
    closeView: (...args) => call((archive) => archive.closeView(...args)),
    window: (...args) => call((archive) => archive.window(...args)),
    words: (...args) => call((archive) => archive.words(...args)),
    overview: (...args) => call((archive) => archive.overview(...args)),
    event: (...args) => call((archive) => archive.event(...args)),
    saveConversations: (...args) => call((archive) => archive.saveConversations(...args)),
    conversations: (...args) => call((archive) => archive.conversations(...args)),
    forgetConnection: (...args) => call((archive) => archive.forgetConnection(...args)),
    forgetConversations: (...args) => call((archive) => archive.forgetConversations(...args)),
    clear: () => call((archive) => archive.clear()),
    usage: () => call((archive) => archive.usage()),
    wipe: () => call((archive) => archive.wipe()),
    keep: (...args) => call((archive) => archive.keep(...args)),
    release: (...args) => call((archive) => archive.release(...args)),
    openExport: (...args) => call((archive) => archive.openExport(...args)),
    readExport: (...args) => call((archive) => archive.readExport(...args)),
    closeExport: (...args) => call((archive) => archive.closeExport(...args)),
    openImport: (...args) => call((archive) => archive.openImport(...args)),
    addImport: (...args) => call((archive) => archive.addImport(...args)),
    finishImport: (...args) => call((archive) => archive.finishImport(...args)),
    closeImport: (...args) => call((archive) => archive.closeImport(...args)),
    search: (...args) => call((archive) => archive.search(...args)),
    stats: (...args) => call((archive) => archive.stats(...args)),
    rescan: (...args) => call((archive) => archive.rescan(...args)),
    close: () => keeper.close(),
  }
}

class ArchiveKeeper {
  readonly #deps: KeeperDeps
  /** The archive of the newest worker. */
  #current: Promise<WholeArchive>
  /** When workers died lately; milliseconds since the epoch. */
  #deaths: number[] = []
  #isClosing = false

  constructor(deps: KeeperDeps) {
    this.#deps = deps
    this.#current = this.#open()
  }

  get ready(): Promise<unknown> {
    return this.#current
  }

  readonly call = async <T>(use: (archive: WholeArchive) => Promise<T>): Promise<T> => {
    const opened = this.#current
    const archive = await opened
    try {
      return await use(archive)
    } catch (error) {
      if (this.#current !== opened) throw interrupted(error)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    try {
      await (await this.#current).close()
    } catch (error) {
      // A dead archive has nothing left to close, and must not keep the rest of the core from closing.
      this.#deps.notices.failed(`It could not be closed: ${String(error)}`)
    }
  }

  async #open(): Promise<WholeArchive> {
    const port = this.#deps.start()
    let isOpen = false
    const died = () => {
      if (!isOpen) return
      isOpen = false
      this.#replace()
    }
    port.on('error', died)
    port.on('exit', died)
    const archive = await openArchive(port, this.#deps.notices)
    isOpen = true
    return archive
  }

  #replace(): void {
    if (this.#isClosing) return
    const { clock, restarting } = this.#deps
    const now = clock.now()
    this.#deaths = [...this.#deaths.filter((at) => at > now - WITHIN_MS), now]
    this.#current = this.#deaths.length > MOST_DEATHS ? Promise.reject(gaveUp()) : this.#open()
    // Said to whoever calls.
    this.#current.catch(() => undefined)
    restarting()
  }
}

function interrupted(cause: unknown): HandrailError {
  return new HandrailError(
    {
      code: 'internal',
      message: 'The archive stopped in the middle of this and was opened again.',
      advice: 'Nothing that was stored is lost. Try again.',
      isSafeToRetry: true,
    },
    { cause },
  )
}

function gaveUp(): HandrailError {
  return new HandrailError({
    code: 'internal',
    message: `The archive stopped more than ${MOST_DEATHS} times within a minute and is not opened again.`,
    advice: 'Nothing that was stored is lost. Start Handrail again; the log in the data folder says why it stopped.',
  })
}
