// The archive on the command line: the same core, without a window and without a page.
import { runCli } from './cli/index.ts'
import { programFiles } from './host/programFiles.ts'

process.exit(await runCli(process.argv.slice(2), process.env, programFiles(import.meta.url)))
