// A process that tries to take the lock of a folder, says how it went in one line, and lives until its input ends.
import { takeLock } from '../../../electron/core/lock/index.ts'

const [dataDir = '', address = ''] = process.argv.slice(2)
// All contenders of a test are let go at once.
process.stdout.write('ready\n')
process.stdin.once('data', async () => {
  const outcome = await takeLock({ dataDir, address, secret: `secret of ${address}` })
  const said = outcome.state === 'taken' ? { state: 'taken' } : { state: 'held', address: outcome.holder.address }
  process.stdout.write(`${JSON.stringify(said)}\n`)
  process.stdin.once('end', () => {
    if (outcome.state === 'taken') outcome.release()
    process.exit(0)
  })
})
