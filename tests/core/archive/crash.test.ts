import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openHere, REF, storedIds, tempDir, uuid } from './support.ts'

const WRITER = new URL('./crashWriter.ts', import.meta.url).pathname

/** Starts a process that stores a log and prints how much was acknowledged; kills it once it has come so far. */
async function killedAfter(dataDir: string, acknowledged: number): Promise<number> {
  const writer = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(writer, 'exit')
  let last = 0
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Math.max(last, Number(line))
    if (last >= acknowledged) writer.kill('SIGKILL')
  }
  await exit
  return last
}

test.each([100, 1_700, 5_000])(
  'a kill after %i acknowledged events loses none of them and doubles none',
  async (count) => {
    const dataDir = tempDir()
    const acknowledged = await killedAfter(dataDir, count)
    const { archive } = openHere(dataDir)
    const ids = await storedIds(archive)
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged)
    expect(ids).toEqual(ids.map((_, at) => uuid(at)))
    const load = await archive.loadState(REF)
    expect(load).toMatchObject({ stored: ids.length, headCount: ids.length })
    const { events, tail, blocks } = await archive.stats()
    expect(events).toBe(tail + blocks * 64)
  },
)
