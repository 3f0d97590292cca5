import { HandrailError } from '../../shared/domain/index.ts'
import { OptionError } from './options.ts'

/** How a start that failed is told on stderr, and with which exit code. */
export function startFailure(error: unknown): { text: string; exitCode: number } {
  if (error instanceof OptionError) return { text: `${error.message}\n`, exitCode: 2 }
  if (error instanceof HandrailError) return { text: `${error.message} ${error.failure.advice}\n`, exitCode: 1 }
  // A stack is for defects; what the person can change is said in a sentence above.
  return { text: `${error instanceof Error ? error.stack : String(error)}\n`, exitCode: 1 }
}
