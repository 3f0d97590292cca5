import { type ClearingStage, type ConversationRef, isWireObject } from '../../../shared/domain/index.ts'
import type { ArchiveService } from './archiveService.ts'
import { Erasing, setAsideFiles, sizeOf } from './maintenance/erasing.ts'
import type { ArchiveMethod } from './protocol.ts'
import type { Timers } from './timers.ts'
import type { WholeArchive } from './wholeArchive.ts'

/** Calls that are for both halves, or for the files. */
type Own = 'clear' | 'usage' | 'wipe' | 'keep' | 'release' | 'rescan' | 'close'

export interface SplitParts {
  dataDir: string
  /** Connections of which nothing is kept on the disk. */
  unkept: readonly string[]
  /** @throws HandrailError when it cannot be opened. */
  onDisk(): ArchiveService
  inMemory(): ArchiveService
  timers: Timers
}

/**
 * The archive as it is called from outside the worker: what is kept is in a file, and what is only held for as long as
 * it is shown is in memory. Both are the same archive over another database.
 */
export class SplitArchive implements Pick<WholeArchive, Own> {
  readonly #parts: SplitParts
  readonly #erasing: Erasing
  readonly #unkept: Set<string>
  /** Views and exports of what is in memory. */
  readonly #held = new Set<string>()
  #disk: ArchiveService
  /** Made when it is first needed. */
  #memory: ArchiveService | null = null
  #isClosed = false

  constructor(parts: SplitParts) {
    this.#parts = parts
    this.#erasing = new Erasing(parts.dataDir)
    this.#unkept = new Set(parts.unkept)
    this.#disk = parts.onDisk()
    // What an interrupted switch left. Where nothing can be written, that is told by those who store.
    for (const connectionId of this.#unkept) this.#disk.forgetConnection(connectionId).catch(() => undefined)
    this.#eraseLater()
  }

  /**
   * Runs a call on the half that it is about. Both ends are built from the same `WholeArchive`: the client's types
   * checked the arguments.
   */
  async call(method: ArchiveMethod, args: readonly unknown[]): Promise<unknown> {
    const on = this.#targetOf(method, args[0])
    const run = Reflect.get(on, method) as (...args: readonly unknown[]) => Promise<unknown>
    const result = await run.apply(on, [...args])
    if (on === this.#memory) this.#remember(method, args[0], result)
    return result
  }

  async clear(): Promise<ClearingStage> {
    if (this.#erasing.slice()) return { stage: 'erasing', bytesLeft: this.#erasing.bytesLeft }
    return this.#disk.clear()
  }

  async usage(): ReturnType<WholeArchive['usage']> {
    const [disk, memory] = [await this.#disk.usage(), await this.#memory?.usage()]
    const setAsideBytes = sizeOf(setAsideFiles(this.#parts.dataDir))
    return { ...disk, setAsideBytes, memoryBytes: memory?.databaseBytes ?? 0 }
  }

  async wipe(): Promise<void> {
    await this.#disk.close()
    try {
      this.#erasing.take()
    } finally {
      this.#disk = this.#reopened()
    }
    this.#eraseLater()
  }

  async keep(connectionId: string, isKept: boolean): Promise<void> {
    if (isKept) {
      this.#unkept.delete(connectionId)
      await this.#memory?.forgetConnection(connectionId)
      await this.#emptyMemory()
    } else {
      this.#unkept.add(connectionId)
      await this.#disk.forgetConnection(connectionId)
    }
  }

  async release(ref: ConversationRef): Promise<void> {
    if (!this.#unkept.has(ref.connectionId)) return
    await this.#memory?.forgetConversations([ref], 'events')
    await this.#emptyMemory()
  }

  async rescan(needles: string[]): Promise<number> {
    return (await this.#disk.rescan(needles)) + ((await this.#memory?.rescan(needles)) ?? 0)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#memory?.close()
    await this.#disk.close()
  }

  #targetOf(method: ArchiveMethod, first: unknown): SplitArchive | ArchiveService {
    if (OWN.has(method)) return this
    if (!this.#isHeld(first)) return this.#disk
    this.#memory ??= this.#parts.inMemory()
    return this.#memory
  }

  /** A call names a connection, a conversation, a view or an export first; a search of everything none. */
  #isHeld(first: unknown): boolean {
    if (typeof first === 'string') return this.#unkept.has(first) || this.#held.has(first)
    if (Array.isArray(first)) return this.#isHeld(first[0])
    if (!isWireObject(first)) return false
    return this.#isHeld(first.connectionId) || this.#isHeld(first.view) || this.#isHeld(first.conversation)
  }

  #remember(method: ArchiveMethod, first: unknown, result: unknown): void {
    if ((method === 'closeView' || method === 'closeExport') && typeof first === 'string') this.#held.delete(first)
    if (!isWireObject(result)) return
    for (const id of [result.view, result.export]) if (typeof id === 'string') this.#held.add(id)
  }

  /** Overwritten at once, so that nothing of it is left. */
  async #emptyMemory(): Promise<void> {
    while (!this.#isClosed && this.#memory !== null && (await this.#memory.clear()).stage !== 'done')
      await this.#pause()
  }

  /** A new archive needs room: on a full disk it comes after the old one. */
  #reopened(): ArchiveService {
    try {
      return this.#parts.onDisk()
    } catch {
      while (this.#erasing.slice()) {
        // all of it
      }
      return this.#parts.onDisk()
    }
  }

  #eraseLater(): void {
    this.#parts.timers.soon(() => {
      try {
        if (!this.#isClosed && this.#erasing.slice()) this.#eraseLater()
      } catch {
        // Said to whoever asks for it by `clear`; else the next start tries again.
      }
    })
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#parts.timers.soon(resolve))
  }
}

const OWN: ReadonlySet<ArchiveMethod> = new Set<Own>(['clear', 'usage', 'wipe', 'keep', 'release', 'rescan', 'close'])
