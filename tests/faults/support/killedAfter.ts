import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const WRITER = new URL('./crashWriter.ts', import.meta.url).pathname

/**
 * Starts a process that stores a log, from where the folder's archive ends, and kills it once it has acknowledged so
 * many events. `meanwhile` runs once, after the first acknowledgement. Gives how many it acknowledged; null when another
 * process has the folder.
 */
export async function killedAfter(
  dataDir: string,
  way: 'pages' | 'frames',
  acknowledged: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<number | null> {
  const writer = spawn(process.execPath, [WRITER, dataDir, way], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(writer, 'exit')
  let last: number | null = null
  for await (const line of createInterface({ input: writer.stdout })) {
    if (line === 'held') continue
    if (last === null) await meanwhile()
    last = Math.max(last ?? 0, Number(line))
    if (last >= acknowledged) writer.kill('SIGKILL')
  }
  await exit
  return last
}
