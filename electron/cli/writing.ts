import { openArchive, type WholeArchive } from '../core/archive/index.ts'
import { openUnkept } from '../core/unkept.ts'
import { becomeHost } from '../host/becomeHost.ts'
import { prepareDataDir } from '../host/dataDir.ts'
import { archiveWorkerStarter } from '../host/nodeChildren.ts'
import type { ProgramFiles } from '../host/programFiles.ts'
import { systemClock } from '../host/systemClock.ts'

/** A running Handrail holds the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * Opens the archive as the one writer of its folder (architecture decision 16). Whoever starts Handrail on it meanwhile
 * waits until this is over.
 *
 * @throws FolderInUse naming the running host.
 */
export async function writing<T>(
  dataDir: string,
  files: Pick<ProgramFiles, 'archiveWorker'>,
  note: (text: string) => void,
  work: (archive: WholeArchive) => Promise<T>,
): Promise<T> {
  prepareDataDir(dataDir)
  const role = await becomeHost(dataDir, systemClock)
  if (role.role === 'second') {
    // Without the token: this may end up in a log.
    const where = 'link' in role.answer ? `at ${new URL(role.answer.link).origin}` : 'in its own window'
    throw new FolderInUse(`Handrail runs on ${dataDir} ${where}. Do it there, or end it first.`)
  }
  process.on('exit', role.leaveNow)
  try {
    const unkept = (await openUnkept({ dataDir })).list()
    const archive = await openArchive(archiveWorkerStarter(files.archiveWorker)({ dataDir, unkept }), {
      viewChanged: () => undefined,
      factsChanged: () => undefined,
      loadChanged: () => undefined,
      failed: note,
      blocked: (problem) => problem !== null && note(problem),
    })
    try {
      return await work(archive)
    } finally {
      await emptied(archive)
      await archive.close()
    }
  } finally {
    await role.leave()
    process.off('exit', role.leaveNow)
  }
}

/** What was given up or deleted is not left to a next start, which may be far away. */
async function emptied(archive: WholeArchive): Promise<void> {
  while ((await archive.clear()).stage === 'deleting') {
    // the next slice
  }
}
