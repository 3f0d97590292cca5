import { appendFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Clock, HostPorts } from '../core/ports.ts'
import { redactLog } from './redactLog.ts'

const LARGEST_FILE = 1_000_000

/**
 * Logs to stderr in words and to handrail.log in the data folder as JSON lines. At 1 MB the file becomes
 * handrail.log.1, whose predecessor goes.
 */
export function createLog(options: {
  dataDir: string
  clock: Clock
  stderr: (line: string) => void
}): HostPorts['log'] {
  const file = path.join(options.dataDir, 'handrail.log')
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return (level, message, fields = {}) => {
    const entry = {
      time: new Date(options.clock.now()).toISOString(),
      level,
      message: redactLog(message),
      ...Object(redactLog(fields)),
    }
    const line = `${JSON.stringify(entry)}\n`
    if (level !== 'info') options.stderr(`${level}: ${entry.message}\n`)
    try {
      if (size > 0 && size + line.length > LARGEST_FILE) {
        renameSync(file, `${file}.1`)
        size = 0
      }
      // 0600: addresses and names of conversations are nobody else's business.
      appendFileSync(file, line, { mode: 0o600 })
      size += line.length
    } catch (error) {
      // A full disk must not end the host; stderr still says it.
      options.stderr(`handrail.log: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
}
