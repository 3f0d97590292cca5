import { OptionError } from '../../host/options.ts'
import { writing } from '../writing.ts'
import { clearing } from './clearing.ts'
import type { CommandWork } from './command.ts'

/** `wipe --yes` */
export const wipeCommand: CommandWork = async ({ options, files, output, signal }) => {
  if (!options.isSure) throw new OptionError('wipe deletes everything that is stored, and wants --yes')
  const wiped = await writing(options.dataDir, files, output.note, async (archive) => {
    const { conversations } = await archive.usage()
    const events = conversations.reduce((sum, one) => sum + one.events, 0)
    const freed = await clearing(archive, output, signal, () => archive.wipe())
    return { conversations: conversations.length, events, ...freed }
  })
  output.result(
    wiped,
    `${wiped.events} events of ${wiped.conversations} conversations deleted here; ` +
      `${(wiped.freedBytes / 1e6).toFixed(1)} MB are free again`,
  )
  return true
}
