import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from './console.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('npm start -- --browser prints one line on stdout, serves the page there, and ends on Ctrl-C', async ({
  dataDir,
}) => {
  const child = spawn('npm', ['start', '--', '--browser', '--no-open', '--data', dataDir], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it: Ctrl-C goes to npm and to what it started.
    detached: true,
  })
  let stdout = ''
  const printed = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    if (stdout.endsWith('\n')) printed.resolve()
  })
  const ended = once(child, 'exit')
  await Promise.race([printed.promise, ended])
  const [, address] = /^Handrail: (http:\/\/127\.0\.0\.1:\d+\/)#token=\S+\n$/.exec(stdout) ?? []
  expect(address, stdout).toBeDefined()
  const page = await fetch(address ?? '')
  expect(await page.text()).toContain('<title>Handrail</title>')
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await ended
  expect(stdout.split('\n')).toHaveLength(2)
  await expect(fetch(address ?? '')).rejects.toThrow()
})
