import { OptionError } from '../host/options.ts'
import type { ProgramFiles } from '../host/programFiles.ts'
import { startFailure } from '../host/startFailure.ts'
import type { CommandWork } from './commands/command.ts'
import { exportCommand } from './commands/exportCommand.ts'
import { forgetCommand } from './commands/forgetCommand.ts'
import { importCommand } from './commands/importCommand.ts'
import { searchCommand } from './commands/searchCommand.ts'
import { statsCommand } from './commands/statsCommand.ts'
import { syncCommand } from './commands/syncCommand.ts'
import { verifyCommand } from './commands/verifyCommand.ts'
import { wipeCommand } from './commands/wipeCommand.ts'
import { HELP } from './help.ts'
import { type Command, readCliOptions } from './options.ts'
import { outputTo } from './output.ts'
import { FolderInUse } from './writing.ts'

const WORK: Record<Command, CommandWork> = {
  sync: syncCommand,
  verify: verifyCommand,
  import: importCommand,
  export: exportCommand,
  search: searchCommand,
  stats: statsCommand,
  forget: forgetCommand,
  wipe: wipeCommand,
}

const [DONE, FAILED, IN_USE, INTERRUPTED] = [0, 1, 3, 130]

/** Runs one command to its end; gives the exit code. Results go to stdout, everything else to stderr. */
export async function runCli(argv: string[], env: NodeJS.ProcessEnv, files: ProgramFiles): Promise<number> {
  // Whatever is written is this user's alone.
  process.umask(0o077)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const options = readCliOptions(argv, env)
    if (options === null) {
      process.stdout.write(HELP)
      return DONE
    }
    const output = outputTo(options.isJson)
    const isWell = await WORK[options.command]({ options, files, output, signal: stop.signal })
    return isWell ? DONE : FAILED
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('Interrupted.\n')
      return INTERRUPTED
    }
    if (error instanceof FolderInUse) {
      process.stderr.write(`${error.message}\n`)
      return IN_USE
    }
    const { text, exitCode } = startFailure(error)
    const hint = error instanceof OptionError ? '(npm run archive -- --help lists commands and options)\n' : ''
    process.stderr.write(text + hint)
    return exitCode
  }
}
