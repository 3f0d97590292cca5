import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { HandrailError } from '../../../shared/domain/index.ts'

const MOST_COPIES = 1_000

/** A file that is written beside its place and put there when it is whole. */
export interface TargetFile {
  write(chunk: Uint8Array): Promise<void>
  /** Begins anew, empty. */
  restart(): Promise<void>
  /** Puts it in its place and gives the path: another one when a file of the name is there already. */
  finish(): Promise<string>
  /** Takes away what was written; does nothing after `finish`. */
  discard(): Promise<void>
}

/** @throws HandrailError when the folder cannot be written. */
export async function targetFile(folder: string, name: string): Promise<TargetFile> {
  const part = path.join(folder, `.${name}.${process.pid}.part`)
  const file = await unlessRefused(folder, async () => {
    await mkdir(folder, { recursive: true })
    return open(part, 'w', 0o600)
  })
  let isOver = false
  return {
    write: (chunk) => unlessRefused(folder, () => writeAll(file, chunk)),
    restart: () => unlessRefused(folder, () => file.truncate(0)),
    async finish() {
      await file.close()
      isOver = true
      return unlessRefused(folder, () => moveBeside(part, folder, name))
    },
    async discard() {
      if (isOver) return
      isOver = true
      await file.close()
      await rm(part, { force: true })
    },
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  // `appendFile` writes all of it, where `write` may stop early.
  await file.appendFile(chunk)
}

async function moveBeside(part: string, folder: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name)
  for (let copy = 1; copy <= MOST_COPIES; copy += 1) {
    const file = path.join(folder, copy === 1 ? name : `${stem} (${copy})${ext}`)
    try {
      // Claims the name: a rename alone would replace a file that is there.
      await (await open(file, 'wx', 0o600)).close()
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw error
    }
    await rename(part, file)
    return file
  }
  throw new Error(`there are ${MOST_COPIES} files named ${name}`)
}

async function unlessRefused<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new HandrailError(
      {
        code: 'internal',
        message: `The file could not be written in ${folder}: ${error instanceof Error ? error.message : String(error)}.`,
        advice: 'Look whether the folder may be written and the disk has room, then try again.',
        isSafeToRetry: true,
      },
      { cause: error },
    )
  }
}
