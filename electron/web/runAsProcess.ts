import { startFailure } from '../host/startFailure.ts'

/** Runs a host to its end and ends the process with it, saying on stderr why it failed. */
export async function runAsProcess(host: () => Promise<void>): Promise<never> {
  try {
    await host()
    process.exit(0)
  } catch (error) {
    const { text, exitCode } = startFailure(error)
    process.stderr.write(text)
    process.exit(exitCode)
  }
}
