import { setTimeout as wait } from 'node:timers/promises'
import { type Ended, findProgram, runProgram } from './programs.ts'

const lockLimitMs = 120_000
const installLimitMs = 5 * 60_000

/** Something a suite needs is not on the machine; the message is the one line to run. */
export class MissingNeed extends Error {}

/**
 * Installs packages of Debian, saying so, where that may be done: as root on a machine with apt.
 * @throws {MissingNeed} with the line to run where it may not, or apt's last words where it fails
 */
export async function installDebianPackages(packages: string[], reason: string): Promise<void> {
  const line = `apt-get install -y ${packages.join(' ')}`
  if (!findProgram('apt-get')) throw new MissingNeed(`${reason}: install the equivalent of ${packages.join(', ')}`)
  if (process.getuid?.() !== 0) throw new MissingNeed(`${reason}: run  sudo ${line}`)
  console.log(`${reason}: installing ${packages.join(', ')} with apt`)
  await apt(['update'])
  const installed = await apt(['install', '-y', '--no-install-recommends', ...packages])
  if (installed.code !== 0) throw new MissingNeed(`${reason}: ${line} failed:\n${installed.output.slice(-1500)}`)
}

/** Another apt on the machine may hold a lock; dpkg's can be waited for by apt itself, that of the lists cannot. */
async function apt(args: string[]): Promise<Ended> {
  const give = performance.now() + lockLimitMs
  for (;;) {
    const ended = await runProgram('apt-get', ['-o', `DPkg::Lock::Timeout=${lockLimitMs / 1000}`, '-q', ...args], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      limitMs: installLimitMs,
    })
    if (!/Could not get lock|Unable to lock/.test(ended.output) || performance.now() > give) return ended
    await wait(2000)
  }
}
