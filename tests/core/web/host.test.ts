import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../electron/host/createLog.ts'
import { defaultDataDir, prepareDataDir } from '../../../electron/host/dataDir.ts'
import { safeExternalAddress } from '../../../electron/host/openExternally.ts'
import { readOptions } from '../../../electron/host/options.ts'
import { readPageFiles } from '../../../electron/host/pageFiles.ts'
import { proxyFromEnv } from '../../../electron/host/proxyFromEnv.ts'
import { testFolder } from '../vault/folder.ts'
import { ManualClock } from './manualClock.ts'
import { builtPage } from './testHost.ts'

describe('the data folder', () => {
  it.each([
    ['linux', {}, '/home/ana/.local/share/handrail'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/handrail'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ana/.local/share/handrail'],
    ['darwin', {}, '/home/ana/Library/Application Support/Handrail'],
    ['win32', { APPDATA: 'C:\\Users\\ana\\AppData\\Roaming' }, 'C:\\Users\\ana\\AppData\\Roaming\\Handrail'],
  ] as const)('on %s with %j is %s', (platform, env, expected) => {
    expect(defaultDataDir(platform, env, '/home/ana')).toBe(expected)
  })

  it('is closed to others also when it was open before', () => {
    const folder = path.join(testFolder(), 'a', 'b')
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
    prepareDataDir(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })
})

describe('the options', () => {
  it('of the Electron host come from among the switches of Chromium', () => {
    const argv = ['--no-sandbox', '--password-store=basic', '.', '--data', '/tmp/x', '--local']
    expect(readOptions(argv, {}, { isStrict: false })).toMatchObject({ dataDir: '/tmp/x', local: 'always' })
  })

  it('ask for a value where one is missing, also among switches', () => {
    expect(() => readOptions(['.', '--data'], {}, { isStrict: false })).toThrow('--data wants a value')
    expect(() => readOptions(['--port', 'x'], {}, { isStrict: true })).toThrow("not 'x'")
    expect(() => readOptions(['--nonsense'], {}, { isStrict: true })).toThrow('--nonsense')
  })

  it('take the passphrase out of the environment even when a file is given', () => {
    const file = path.join(testFolder(), 'phrase')
    writeFileSync(file, ' two words \r\n')
    const env = { HANDRAIL_PASSPHRASE: 'other' }
    expect(readOptions(['--passphrase-file', file], env, { isStrict: true }).passphrase).toBe(' two words ')
    expect(env).toEqual({})
  })
})

describe('the log', () => {
  const entries = (file: string) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('holds no keys, however they get there', () => {
    const dataDir = testFolder()
    let stderr = ''
    const log = createLog({
      dataDir,
      clock: new ManualClock(),
      stderr: (line) => {
        stderr += line
      },
    })
    log('error', 'GET https://a.test/x?session_api_key=canary1&y=1 with Bearer canary2.x-y', {
      headers: { 'X-Session-API-Key': 'canary3', Authorization: ['canary4'] },
      nested: { list: [{ apiKey: { value: 'canary5' } }] },
      error: new Error('wss://a.test/?tkn=canary6 refused, sk-oh-canary7canary7'),
      link: 'http://127.0.0.1:1/#token=canary8',
    })
    const written = readFileSync(path.join(dataDir, 'handrail.log'), 'utf8')
    expect(written + stderr).not.toMatch(/canary\d/)
    expect(written).toContain('https://a.test/x?session_api_key=[redacted]&y=1')
    expect(statSync(path.join(dataDir, 'handrail.log')).mode & 0o777).toBe(0o600)
  })

  it('keeps two files of at most 1 MB and cuts long texts', () => {
    const dataDir = testFolder()
    const log = createLog({ dataDir, clock: new ManualClock(), stderr: () => undefined })
    for (let n = 0; n < 1200; n += 1) log('info', `${n}`, { text: 'x'.repeat(1900) })
    log('info', 'event', { body: 'y'.repeat(50_000) })
    const file = path.join(dataDir, 'handrail.log')
    expect(statSync(file).size).toBeLessThan(1_000_000)
    expect(statSync(`${file}.1`).size).toBeLessThan(1_000_000)
    expect(entries(file).at(-1).body).toBe(`${'y'.repeat(2000)}… (50000 characters)`)
    expect(Number(entries(`${file}.1`).at(-1).message) + 1).toBe(Number(entries(file)[0].message))
  })
})

describe('the proxy of an address', () => {
  const env = {
    HTTPS_PROXY: 'http://proxy.test:3128',
    http_proxy: 'http://plain.test:80',
    NO_PROXY: 'inside.test, x:8443',
  }

  it.each([
    ['https://app.example.test', 'http://proxy.test:3128'],
    ['wss://app.example.test/sockets', 'http://proxy.test:3128'],
    ['http://app.example.test', 'http://plain.test:80'],
    ['https://inside.test', null],
    ['https://deep.inside.test', null],
    ['https://notinside.test', 'http://proxy.test:3128'],
    ['https://x:8443', null],
    ['https://x', 'http://proxy.test:3128'],
    ['http://127.0.0.1:4000', null],
    ['ws://localhost:4000', null],
    ['http://[::1]:4000', null],
  ])('%s is %s', (address, expected) => {
    expect(proxyFromEnv(address, env)).toBe(expected)
  })

  it('is none when all are exempt or none is set', () => {
    expect(proxyFromEnv('https://app.example.test', { ...env, NO_PROXY: '*' })).toBeNull()
    expect(proxyFromEnv('https://app.example.test', {})).toBeNull()
    expect(proxyFromEnv('https://app.example.test', { ALL_PROXY: 'http://all.test' })).toBe('http://all.test')
  })
})

describe('an address that is opened outside', () => {
  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x', 'smb://x', 'not an address', 'data:text/html,x'])(
    'is refused: %s',
    (address) => expect(() => safeExternalAddress(address)).toThrow('Only http and https'),
  )

  it('is passed on in its normal form', () => {
    expect(safeExternalAddress('HTTPS://Example.test/a b')).toBe('https://example.test/a%20b')
  })
})

describe('the files of the page', () => {
  it('leave out links, which could lead anywhere', () => {
    const page = builtPage()
    symlinkSync('/etc/passwd', path.join(page, 'passwd'))
    expect([...readPageFiles(page).keys()].sort()).toEqual([
      '/',
      '/assets/index-Ab3_dE7h.js',
      '/assets/inter-B1c2D3e4.woff2',
      '/index.html',
    ])
  })

  it('are missed with the name of the folder', () => {
    const folder = testFolder()
    expect(() => readPageFiles(folder)).toThrow(folder)
  })
})
