import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { takeLock } from '../../../electron/core/lock/index.ts'
import { testFolder } from '../vault/folder.ts'

interface Said {
  state: 'taken' | 'held'
  address?: string
}

/** A real process that contends for the folder's lock under the name `address`. */
async function contender(dataDir: string, address: string) {
  const script = path.join(import.meta.dirname, 'contender.ts')
  const child: ChildProcess = spawn(process.execPath, [script, dataDir, address], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stdout || !child.stdin) throw new Error('no pipes')
  const { stdin } = child
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  return {
    async take(): Promise<Said> {
      stdin.write('go\n')
      return JSON.parse((await lines.next()).value ?? 'null')
    },
    async end() {
      stdin.end()
      await once(child, 'exit')
    },
    async crash() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const ours = (dataDir: string) => takeLock({ dataDir, address: 'ours', secret: 'our secret' })
const lockOf = (dataDir: string) => path.join(dataDir, 'handrail.lock')

describe('the lock of a data folder', () => {
  it('tells a second start the address of the running host', async () => {
    const dataDir = testFolder()
    const host = await contender(dataDir, 'first')
    expect(await host.take()).toEqual({ state: 'taken' })
    const second = await ours(dataDir)
    expect(second).toMatchObject({ state: 'held', holder: { address: 'first', secret: 'secret of first' } })
    expect(statSync(lockOf(dataDir)).mode & 0o777).toBe(0o600)
  })

  it('is free again when the host ends', async () => {
    const dataDir = testFolder()
    const host = await contender(dataDir, 'first')
    await host.take()
    await host.end()
    expect(readdirSync(dataDir)).toEqual([])
    expect((await ours(dataDir)).state).toBe('taken')
  })

  it('is taken over from a host that crashed', async () => {
    const dataDir = testFolder()
    const host = await contender(dataDir, 'first')
    await host.take()
    await host.crash()
    expect(existsSync(lockOf(dataDir))).toBe(true)
    expect(await ours(dataDir)).toMatchObject({ state: 'taken', replaced: { address: 'first' } })
    expect(readdirSync(dataDir)).toEqual(['handrail.lock'])
  })

  it.skipIf(process.platform !== 'linux')('is taken over when the process number belongs to another now', async () => {
    const dataDir = testFolder()
    const host = await contender(dataDir, 'first')
    await host.take()
    const file = lockOf(dataDir)
    const record = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...record, startTime: `${record.startTime}0` }))
    expect((await ours(dataDir)).state).toBe('taken')
  })

  it('is not taken from a process of another machine', async () => {
    const dataDir = testFolder()
    const host = await contender(dataDir, 'first')
    await host.take()
    await host.crash()
    const file = lockOf(dataDir)
    const record = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...record, machine: 'elsewhere' }))
    expect(await ours(dataDir)).toMatchObject({ state: 'held', holder: { machine: 'elsewhere' } })
  })

  it('that cannot be understood is reported and kept', async () => {
    const dataDir = testFolder()
    writeFileSync(lockOf(dataDir), '{"format":"handrail-lock","version":2,"secret":"hidden"}')
    await expect(ours(dataDir)).rejects.toThrow('cannot be understood')
    expect(readFileSync(lockOf(dataDir), 'utf8')).toContain('"version":2')
  })

  it('goes to one of many that start at once, and the others learn which', async () => {
    const dataDir = testFolder()
    const names = Array.from({ length: 6 }, (_, n) => `host ${n}`)
    const all = await Promise.all(names.map((name) => contender(dataDir, name)))
    await oneOf(all, names)
  })

  it('of a crashed host goes to one of many that start at once', async () => {
    const dataDir = testFolder()
    const names = Array.from({ length: 6 }, (_, n) => `host ${n}`)
    const [dead, ...all] = await Promise.all(['dead', ...names].map((name) => contender(dataDir, name)))
    await dead?.take()
    await dead?.crash()
    await oneOf(all, names)
    expect(readdirSync(dataDir)).toEqual(['handrail.lock'])
  })

  it('is taken over even when the one who was taking it over crashed too', async () => {
    const dataDir = testFolder()
    const dead = await contender(dataDir, 'dead')
    await dead.take()
    await dead.crash()
    const record = JSON.parse(readFileSync(lockOf(dataDir), 'utf8'))
    const half = { ...record, id: 'f'.repeat(32), address: 'died in between' }
    writeFileSync(`${lockOf(dataDir)}.${record.id}`, JSON.stringify(half))
    expect((await ours(dataDir)).state).toBe('taken')
    expect(readdirSync(dataDir)).toEqual(['handrail.lock'])
  })
})

async function oneOf(all: { take(): Promise<Said> }[], names: string[]): Promise<void> {
  const said = await Promise.all(all.map((each) => each.take()))
  const winners = names.filter((_, n) => said[n]?.state === 'taken')
  expect(winners).toHaveLength(1)
  const others = said.filter(({ state }) => state === 'held')
  expect(new Set(others.map(({ address }) => address))).toEqual(new Set(winners))
}
