import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ARCHIVE_FILE } from '../db/openDatabase.ts'
import { SET_ASIDE } from '../db/openSound.ts'

/** Begins the names of files that are to be erased, also by the next start. */
const ERASED = 'archive.erased-'
/** Some milliseconds on a disk. */
const SLICE = new Uint8Array(4 * 1024 * 1024)

/** Archives of a data folder that were found damaged. */
export function setAsideFiles(dataDir: string): string[] {
  return filesOf(dataDir, SET_ASIDE)
}

export function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0)
}

/**
 * Overwrites files and removes them, in slices. A disk that writes elsewhere than where it is told to (any SSD) may
 * keep what was there for a while.
 */
export class Erasing {
  readonly #dataDir: string
  /** How far the first of the files is overwritten. */
  #at = 0

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Takes the archive, which nobody has open, and what was set aside of it. The log goes first: without it the archive is an older one, but whole. */
  take(): void {
    const stamp = Date.now().toString(36)
    const archive = ['-wal', '-shm', ''].map((end) => join(this.#dataDir, ARCHIVE_FILE) + end)
    for (const [at, file] of [...archive, ...setAsideFiles(this.#dataDir)].entries())
      if (existsSync(file)) renameSync(file, join(this.#dataDir, `${ERASED}${stamp}-${at}`))
  }

  get bytesLeft(): number {
    return Math.max(0, sizeOf(this.#files()) - this.#at)
  }

  /** Overwrites some; false when no file is left. */
  slice(): boolean {
    const [file] = this.#files()
    if (file === undefined) return false
    const left = statSync(file).size - this.#at
    if (left > 0) {
      const opened = openSync(file, 'r+')
      try {
        this.#at += writeSync(opened, SLICE, 0, Math.min(left, SLICE.length), this.#at)
        if (left <= SLICE.length) fsyncSync(opened)
      } finally {
        closeSync(opened)
      }
      return true
    }
    rmSync(file)
    this.#at = 0
    return this.#files().length > 0
  }

  #files(): string[] {
    return filesOf(this.#dataDir, ERASED)
  }
}

function filesOf(dataDir: string, begin: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith(begin))
    .map((name) => join(dataDir, name))
    .sort()
}
