import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testFolder, writtenIn } from '../vault/folder.ts'
import { coreEvents, ServeProcess } from './serveProcess.ts'
import { tokenOf, Visitor } from './testHost.ts'

const admitted = { ok: true }
const portOf = (link: string) => ({ port: Number(new URL(link).port) })
const opens = (link: string) => new Visitor(portOf(link)).says({ token: tokenOf(link) })

describe('the browser host', () => {
  it('prints one line with a link that opens, and ends in order on SIGTERM and on SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const dataDir = path.join(testFolder(), 'deep', 'data')
      const host = new ServeProcess(dataDir)
      const link = await host.link()
      expect(await opens(link)).toEqual(admitted)
      expect(statSync(dataDir).mode & 0o777).toBe(0o700)
      expect(await host.stop(signal)).toBe(0)
      expect(host.stdout).toBe(`Handrail: ${link}\n`)
      expect(coreEvents(dataDir).map(({ event }) => event)).toEqual(['started', 'closed'])
      expect(readdirSync(dataDir).sort()).toEqual(['core.txt', 'handrail.log'])
    }
  })

  it('gives a second start the link of the running host', async () => {
    const dataDir = testFolder()
    const host = new ServeProcess(dataDir)
    const link = await host.link()
    const second = new ServeProcess(dataDir)
    const other = await second.link()
    expect(await second.ended).toBe(0)
    expect(second.stdout).toBe(`Handrail: ${other}\n`)
    expect(second.stderr).toContain(`already runs on ${dataDir}`)
    expect(other).toBe(link)
    expect(await opens(other)).toEqual(admitted)
    expect(coreEvents(dataDir)).toHaveLength(1)
  })

  it('serves one folder once, however many start at the same moment', async () => {
    const dataDir = testFolder()
    const all = Array.from({ length: 4 }, () => new ServeProcess(dataDir))
    const links = await Promise.all(all.map((each) => each.link()))
    expect(new Set(links).size).toBe(1)
    expect(coreEvents(dataDir)).toHaveLength(1)
  })

  it('starts again after it was killed, and leaves nothing of the dead one', async () => {
    const dataDir = testFolder()
    const host = new ServeProcess(dataDir)
    await host.link()
    const { address } = JSON.parse(readFileSync(path.join(dataDir, 'handrail.lock'), 'utf8'))
    await host.stop('SIGKILL')
    expect(existsSync(address)).toBe(true)
    const next = new ServeProcess(dataDir)
    expect(await opens(await next.link())).toEqual(admitted)
    expect(existsSync(address)).toBe(false)
  })

  it('leaves nothing behind when a second signal ends it at once', async () => {
    const dataDir = testFolder()
    const host = new ServeProcess(dataDir, ['--no-open'], { CLOSES: 'never' })
    await host.link()
    host.child.kill('SIGINT')
    await expect.poll(() => coreEvents(dataDir).at(-1)?.event).toBe('closing')
    expect(await host.stop('SIGTERM')).toBe(1)
    expect(readdirSync(dataDir).filter((name) => /\.(lock|sock)$/.test(name))).toEqual([])
  })

  it('takes second starts on a folder whose path is too long for a socket', async () => {
    const dataDir = path.join(testFolder(), 'deep'.repeat(30))
    const host = new ServeProcess(dataDir)
    const link = await host.link()
    const { address } = JSON.parse(readFileSync(path.join(dataDir, 'handrail.lock'), 'utf8'))
    expect(statSync(path.dirname(address)).mode & 0o777).toBe(0o700)
    expect(await new ServeProcess(dataDir).link()).toBe(link)
    await host.stop()
    expect(existsSync(path.dirname(address))).toBe(false)
  })

  it('keeps the socket for second starts to this user, and asks for the secret of the lock', async () => {
    const dataDir = testFolder()
    await new ServeProcess(dataDir).link()
    const file = path.join(dataDir, 'handrail.lock')
    const lock = JSON.parse(readFileSync(file, 'utf8'))
    expect(statSync(lock.address).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(lock.address)).mode & 0o777).toBe(0o700)
    const { askRunningHost } = await import('../../../electron/host/secondStart.ts')
    const signal = new AbortController().signal
    expect(await askRunningHost({ ...lock, secret: 'guessed' }, signal)).toBeNull()
    expect(await askRunningHost(lock, signal)).toEqual({ link: expect.stringContaining('#token=') })
  })

  it('hands the passphrase to the core and to no child process', async () => {
    const dataDir = testFolder()
    const host = new ServeProcess(dataDir, ['--no-open'], { HANDRAIL_PASSPHRASE: 'from the environment' })
    await host.link()
    expect(coreEvents(dataDir)).toMatchObject([{ passphrase: 'from the environment', inEnvironment: null }])
    const other = testFolder()
    const file = path.join(testFolder(), 'phrase')
    writeFileSync(file, 'from a file\n')
    await new ServeProcess(other, ['--no-open', '--passphrase-file', file]).link()
    expect(coreEvents(other)).toMatchObject([{ passphrase: 'from a file' }])
  })

  it('writes no token and no passphrase into its log', async () => {
    const dataDir = testFolder()
    const host = new ServeProcess(dataDir, ['--no-open'], { HANDRAIL_PASSPHRASE: 'canary phrase' })
    const link = await host.link()
    await opens(link)
    await opens(link.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))
    await host.stop()
    const log = readFileSync(path.join(dataDir, 'handrail.log'), 'utf8')
    expect(log).toContain('socket refused')
    for (const secret of [tokenOf(link), 'canary phrase']) {
      expect(log).not.toContain(secret)
      expect(host.stderr).not.toContain(secret)
    }
  })

  it.each([
    [['--port', '99999'], '--port wants a number', 2],
    [['--allow-host', 'a b'], '--allow-host wants a host name', 2],
    [['--passphrase-file', '/nowhere/phrase'], "'/nowhere/phrase' cannot be read", 2],
    [['--colour'], "Unknown option '--colour'", 2],
    [['--renderer', '/nowhere'], '/nowhere', 1],
  ])('says what is wrong with %j', async (args, message, code) => {
    const dataDir = testFolder()
    const host = new ServeProcess(dataDir, ['--no-open', ...args])
    expect(await host.ended).toBe(code)
    expect(host.stderr).toContain(message)
    expect(host.stdout).toBe('')
    expect(existsSync(path.join(dataDir, 'handrail.lock'))).toBe(false)
  })

  it('says in a sentence that its data folder cannot be made', async () => {
    const file = path.join(testFolder(), 'file')
    writeFileSync(file, '')
    const host = new ServeProcess(path.join(file, 'data'))
    expect(await host.ended).toBe(1)
    expect(host.stderr).toMatch(/^The data folder '.*file.data' cannot be used: .+\n$/)
  })

  it('says so when its port is taken, and ends in order', async () => {
    const host = new ServeProcess(testFolder())
    const { port } = portOf(await host.link())
    const dataDir = testFolder()
    const other = new ServeProcess(dataDir, ['--no-open', '--port', String(port)])
    expect(await other.ended).toBe(1)
    expect(other.stderr).toContain(`Port ${port} is taken`)
    expect(coreEvents(dataDir).map(({ event }) => event)).toEqual(['started', 'closed'])
    expect(existsSync(path.join(dataDir, 'handrail.lock'))).toBe(false)
  })
})

describe('the local service of the browser host', () => {
  it('runs beside it with a key that no argument shows, and ends with it, however it ends', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const dataDir = testFolder()
      const host = new ServeProcess(dataDir, ['--no-open', '--local'])
      await host.link()
      const { url, key } = z.object({ url: z.string(), key: z.string() }).parse(coreEvents(dataDir)[0])
      const answer = await fetch(`${url}/api/v1/sandboxes/search`, { headers: { Authorization: `Bearer ${key}` } })
      expect(answer.status).toBe(200)
      await answer.text()
      expect(commandLines()).not.toContain(key)
      const { hostname, port } = new URL(url)
      const held = connect(Number(port), hostname)
      await once(held, 'connect')
      const gone = new Promise((resolve) => held.on('error', () => undefined).once('close', resolve))
      await host.stop(signal)
      await gone
    }
  })
})

/** The arguments of every process, as any user can read them. */
function commandLines(): string {
  if (process.platform !== 'linux') return ''
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map((pid) => readSafely(`/proc/${pid}/cmdline`)).join('\n')
}

function readSafely(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

describe.skipIf(process.platform !== 'linux')('opening the browser', () => {
  it('passes the path of a page only this user can read, and never the token', async () => {
    const dataDir = testFolder()
    const programs = testFolder()
    const seen = path.join(testFolder(), 'seen')
    mkdirSync(seen)
    const opener = path.join(programs, 'xdg-open')
    writeFileSync(opener, `#!/bin/sh\nstat -c %a "$1" > ${seen}/mode\ncp "$1" ${seen}/page\necho "$@" > ${seen}/args\n`)
    chmodSync(opener, 0o755)
    const isWritten = new Promise<void>((resolve) => {
      const watcher = watch(seen, () => {
        if (!existsSync(path.join(seen, 'args')) || readFileSync(path.join(seen, 'args'), 'utf8') === '') return
        watcher.close()
        resolve()
      })
    })
    const host = new ServeProcess(dataDir, [], { PATH: `${programs}:${process.env.PATH}` })
    const link = await host.link()
    await isWritten
    expect(readFileSync(path.join(seen, 'mode'), 'utf8')).toBe('600\n')
    expect(readFileSync(path.join(seen, 'args'), 'utf8')).toMatch(/\/open-[0-9a-f]{16}\.html\n$/)
    const opened = /url=(\S+)"/.exec(readFileSync(path.join(seen, 'page'), 'utf8'))?.[1] ?? ''
    expect(await opens(opened)).toEqual(admitted)
    expect(await opens(link)).toEqual(admitted)
    await host.stop()
    expect(writtenIn(dataDir)).not.toContain(tokenOf(opened))
  })

  it('says so where there is no browser, and serves all the same', async () => {
    const host = new ServeProcess(testFolder(), [], { PATH: testFolder() })
    expect(await opens(await host.link())).toEqual(admitted)
    await host.stop()
    expect(host.stderr).toContain('No browser could be opened')
  })
})
