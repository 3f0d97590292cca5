import type { ProgramFiles } from '../../host/programFiles.ts'
import type { CliOptions } from '../options.ts'
import type { Output } from '../output.ts'

/** What a command is run with. */
export interface Run {
  options: CliOptions
  files: ProgramFiles
  output: Output
  signal: AbortSignal
}

/** Answers whether all is well: false ends the program with 1 after its result was said. */
export type CommandWork = (run: Run) => Promise<boolean>
