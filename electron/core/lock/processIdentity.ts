import { readFileSync } from 'node:fs'
import os from 'node:os'
import { hasCode, type LockRecord } from './lockRecord.ts'

/** What tells this process from any other, a later one with the same number included. */
export function ownIdentity(): Pick<LockRecord, 'pid' | 'startTime' | 'machine'> {
  return { pid: process.pid, startTime: startTimeOf(process.pid), machine: os.hostname() }
}

/** True unless it is certain that the process is gone. */
export function mayBeAlive({ pid, startTime, machine }: Pick<LockRecord, 'pid' | 'startTime' | 'machine'>): boolean {
  // A shared folder: the process may well run over there.
  if (machine !== os.hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    if (hasCode(error, 'ESRCH')) return false
  }
  const now = startTimeOf(pid)
  // The number was given to another process since, or the machine restarted.
  return startTime === null || now === null || now === startTime
}

/** `boot id:clock tick`, from Linux's /proc; null elsewhere. */
function startTimeOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22. The second field is the program's name in brackets and may hold blanks and brackets itself.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot}:${ticks}`
  } catch {
    return null
  }
}
