import { randomBytes } from 'node:crypto'
import { linkSync, renameSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode, type LockRecord, readLock, removeLock, writeLock } from './lockRecord.ts'
import { mayBeAlive, ownIdentity } from './processIdentity.ts'

export interface TakenLock {
  state: 'taken'
  /** What a process that died without releasing had written; null when the folder was free. */
  replaced: LockRecord | null
  /** Gives the folder back. Safe to call twice. */
  release(): void
}

export interface HeldLock {
  state: 'held'
  /** The running host, or one that is starting or ending just now. */
  holder: LockRecord
  file: string
}

/**
 * Makes this process the one writer of a data folder (architecture decision 16), or says who is. The lock of a dead
 * process is taken over. Of any number of processes that try at once, one gets it.
 *
 * @throws HandrailError `conflict` when the lock file cannot be understood.
 */
export async function takeLock(options: {
  dataDir: string
  /** Where this process already listens for second starts. */
  address: string
  secret: string
}): Promise<TakenLock | HeldLock> {
  const file = path.join(options.dataDir, 'handrail.lock')
  const mine: LockRecord = {
    format: 'handrail-lock',
    version: 1,
    id: randomBytes(16).toString('hex'),
    ...ownIdentity(),
    address: options.address,
    secret: options.secret,
  }
  const outcome = await take(file, mine)
  if (outcome.holder) return { state: 'held', holder: outcome.holder, file }
  return {
    state: 'taken',
    replaced: outcome.replaced,
    release() {
      // Not by name alone: should someone have removed the file by hand, another process may hold it now.
      if (readLock(file)?.id === mine.id) removeLock(file)
    },
  }
}

type Outcome = { holder: LockRecord } | { holder: null; replaced: LockRecord | null }

async function take(file: string, mine: LockRecord): Promise<Outcome> {
  for (;;) {
    if (create(file, mine)) return { holder: null, replaced: null }
    const holder = readLock(file)
    if (holder === null) continue
    if (mayBeAlive(holder)) return { holder }
    // Two processes that find the same dead lock must not both replace it, nor may a slow one replace the lock of a
    // fast one. So the right to replace a lock is a lock itself, named after the dead one, and the dead one is read
    // again under it.
    const right = `${file}.${holder.id}`
    if ((await take(right, mine)).holder) {
      await wait(10)
      continue
    }
    try {
      if (readLock(file)?.id !== holder.id) continue
      replace(file, mine)
      return { holder: null, replaced: holder }
    } finally {
      removeLock(right)
    }
  }
}

/** False when the file exists. A link appears whole: nobody can read a lock that is half written. */
function create(file: string, mine: LockRecord): boolean {
  const beside = besideOf(file)
  writeLock(beside, mine)
  try {
    linkSync(beside, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    removeLock(beside)
  }
}

function replace(file: string, mine: LockRecord): void {
  const beside = besideOf(file)
  writeLock(beside, mine)
  renameSync(beside, file)
}

const besideOf = (file: string) => `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`
