import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Bench, start, until } from './support/client.ts'

const entry = join(import.meta.dirname, '../../electron/local/main.ts')
const children: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'handrail-local-'))
  folders.push(path)
  return path
}

/** Starts the process entry and reads its one line. */
async function launch(
  ...args: string[]
): Promise<{ child: ChildProcess; ready: { ready: boolean; url: string; key: string } }> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  let out = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  await until(() => out.includes('\n'))
  return { child, ready: JSON.parse(out.trim()) }
}

test('the process says in one line where it is and with which key', async () => {
  const { ready } = await launch('--key', 'k-1', '--seed', '3')
  expect(ready).toMatchObject({ ready: true, key: 'k-1', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const answer = await fetch(`${ready.url}/api/v1/app-conversations/count`, {
    headers: { authorization: 'Bearer k-1' },
  })
  expect(await answer.json()).toBe(12)
})

test('as a child it sends the same as a message', async () => {
  const child = fork(entry, ['--empty'], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  const ready = await new Promise((resolve) => child.once('message', resolve))
  expect(ready).toMatchObject({ ready: true, key: expect.stringMatching(/^local-/) })
})

test('Ctrl-C, which a terminal sends to all, ends a child by its parent alone', async () => {
  const { child, ready } = await launch('--child', '--empty')
  child.kill('SIGINT')
  await fetch(`${ready.url}/alive`)
  expect((await fetch(`${ready.url}/alive`)).status).toBe(200)
  child.stdin?.end()
  await until(() => child.exitCode === 0)
  const alone = await launch('--empty')
  alone.child.kill('SIGINT')
  await until(() => alone.child.exitCode === 0)
})

test('a child goes when its parent does, and on SIGTERM', async () => {
  const first = await launch('--child', '--empty')
  first.child.stdin?.end()
  await until(() => first.child.exitCode === 0)
  const second = await launch('--empty')
  second.child.kill('SIGTERM')
  await until(() => second.child.exitCode === 0)
})

test.each([
  [['--agent-version', '2'], '--agent-version must be 1.58 or 1.34'],
  [['--port', 'here'], '--port must be a number, not "here"'],
  [['--prot', '1'], expect.stringMatching(/^Unknown option '--prot'/)],
])('a wrong option is said plainly: %j', async (options, problem) => {
  const { code, stderr } = await ended(options)
  expect(code).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^local service: /)])
  expect(stderr.trimEnd().slice('local service: '.length)).toEqual(problem)
})

test('--help names the options and starts nothing', async () => {
  const { code, stdout } = await ended(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('--agent-version V')
  expect(stdout).not.toContain('"ready"')
})

/** Runs the process to its end. */
async function ended(options: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [entry, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk) => {
      said[stream] += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...said }
}

test('what a user did outlives the process when there is a data folder', async () => {
  const dataFolder = folder()
  const before = await start({ dataFolder })
  const record = await before.titled('Write e2e for checkout')
  await before.agent(record, '', 'PATCH', { tags: { team: 'web', seen: 'yes' } })
  await before.agent(record, '/events', 'POST', { content: [{ type: 'text', text: 'Remember this.' }] })
  const { body } = await before.app('/api/v1/app-conversations', 'POST', { title: 'Mine' })
  await until(async () => {
    const [task] = (await before.app(`/api/v1/app-conversations/start-tasks?ids=${body.id}`)).body
    return task.status === 'READY'
  })
  const mine = await before.titled('Mine')
  const ids = before.service.control.eventIds(record.id)
  await before.service.close()

  const after: Bench = await start({ dataFolder })
  expect(await after.fleet()).toHaveLength(13)
  const again = await after.record(record.id)
  expect(after.service.control.eventIds(record.id)).toEqual(ids)
  expect(again.created_at).toBe(record.created_at)
  expect((await after.agent(again)).body.tags).toEqual({ team: 'web', seen: 'yes' })
  expect(await after.record(mine.id)).toMatchObject({
    title: 'Mine',
    sandbox_id: mine.sandbox_id,
    sandbox_status: 'RUNNING',
  })
  await after.service.close()
})

test('a confirmation that was given is not asked for again after a restart, and costs do not fall', async () => {
  const dataFolder = folder()
  const before = await start({ dataFolder })
  const record = await before.titled('Fix flaky login test')
  await before.agent(record, '/events/respond_to_confirmation', 'POST', { accept: true })
  await until(async () => (await before.record(record.id)).metrics.accumulated_cost > 1.39)
  await before.agent(record, '/pause', 'POST')
  await before.service.close()
  const count = before.service.control.eventIds(record.id).length

  const after = await start({ dataFolder })
  const again = await after.record(record.id)
  expect((await after.agent(again)).body.execution_status).not.toBe('waiting_for_confirmation')
  expect(after.service.control.eventIds(record.id).length).toBe(count)
  expect((await after.record(record.id)).metrics.accumulated_cost).toBeGreaterThan(1.39)
  await after.service.close()
})

test('what happens after a restart has ids of its own', async () => {
  const dataFolder = folder()
  const running = async (bench: Bench) => {
    const record = await bench.titled('Bump zod to 4 across packages')
    return { record, count: (await bench.agent(record, '/events/count')).body }
  }
  for (const fleet of [13, 14]) {
    const bench = await start({ dataFolder })
    const { count } = await running(bench)
    await bench.app('/api/v1/app-conversations', 'POST', { title: 'Mine' })
    await until(async () => (await running(bench)).count > count + 20)
    await until(async () => (await bench.fleet()).length === fleet)
    await bench.service.close()
  }
  const bench = await start({ dataFolder })
  const ids = await bench.walk((await running(bench)).record)
  expect(new Set(ids).size).toBe(ids.length)
  await bench.service.close()
})
