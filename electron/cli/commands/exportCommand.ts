import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { HandrailError } from '../../../shared/domain/index.ts'
import { openReadOnly } from '../../core/archive/readOnly.ts'
import { exportName, writeExport } from '../../core/export/exportConversation.ts'
import { OptionError } from '../../host/options.ts'
import { findConversation, recordOf } from '../findConversation.ts'
import type { CommandWork } from './command.ts'

/** `export CONVERSATION` */
export const exportCommand: CommandWork = async ({ options, output, signal }) => {
  const { format, out, isJson } = options
  if (out === '-' && isJson) throw new OptionError('--json and --out - both want stdout')
  const archive = openReadOnly(options.dataDir)
  try {
    const conversation = findConversation(archive, options.words[0] ?? '')
    const wish = { conversation, format, record: recordOf(archive, conversation) }
    const file = out === '-' ? null : path.resolve(out ?? exportName(wish))
    const target = file === null ? null : await openNew(file)
    try {
      const written = await writeExport(
        archive,
        wish,
        async (bytes) => (target === null ? output.bytes(bytes) : void (await target.appendFile(bytes))),
        ({ events, total }) => output.progress(`${events} of ${total} events`),
        signal,
      )
      await target?.close()
      const said = `${written.events} events, ${written.bytes} bytes${file === null ? '' : `: ${file}`}`
      if (file === null) output.note(said)
      else output.result({ file, format, conversation, ...written }, said)
      if (written.lost > 0) output.note(`${written.lost} events could not be read: the archive is damaged.`)
      if (written.missing > 0) output.note(`${written.missing} events of the server are not in the archive.`)
      return written.lost === 0
    } catch (error) {
      await target?.close().catch(() => undefined)
      if (file !== null) await rm(file, { force: true })
      throw error
    }
  } finally {
    archive.close()
  }
}

/** A file that is there already is never written over. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new HandrailError(
      {
        code: 'invalid-input',
        message: reason === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written: ${reason}.`,
        advice: 'Name another file with --out.',
      },
      { cause: error },
    )
  }
}
