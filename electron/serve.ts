// The browser host: the core behind a loopback page, in plain Node.
import { HandrailError } from '../shared/domain/index.ts'
import { createCore } from './core/createCore.ts'
import { OptionError } from './host/options.ts'
import { programFiles } from './host/programFiles.ts'
import { runBrowserHost } from './web/index.ts'

try {
  await runBrowserHost(process.argv.slice(2), programFiles(import.meta.url), createCore)
  process.exit(0)
} catch (error) {
  // A stack is for defects; what the person can change is said in a sentence.
  if (error instanceof OptionError) process.stderr.write(`${error.message}\n`)
  else if (error instanceof HandrailError) process.stderr.write(`${error.message} ${error.failure.advice}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(error instanceof OptionError ? 2 : 1)
}
