import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVault } from '../../../electron/core/vault/index.ts'
import { testFolder, writtenIn } from './folder.ts'
import { keyring } from './keyring.ts'

const KEY = 'sk-oh-canary-0123456789abcdef'
const code = (expected: string) => expect.objectContaining({ failure: expect.objectContaining({ code: expected }) })

function edited(file: string, edit: (json: Record<string, unknown>) => void): void {
  const json = JSON.parse(readFileSync(file, 'utf8'))
  edit(json)
  writeFileSync(file, JSON.stringify(json))
}

describe('a vault on a host with key protection', () => {
  it('keeps a key over a restart without asking for anything', async () => {
    const dataDir = testFolder()
    const keyProtection = keyring()
    const vault = await createVault({ dataDir, keyProtection, passphrase: null })
    expect(vault.status()).toEqual({ state: 'empty', needsPassphrase: false })
    await vault.put('one', KEY)
    expect(vault.status()).toEqual({ state: 'open', needsPassphrase: false })
    const again = await createVault({ dataDir, keyProtection, passphrase: null })
    expect(again.status().state).toBe('open')
    expect(await again.get('one')).toBe(KEY)
  })

  it('writes no key in plain text, in a file only the user can read', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: keyring(), passphrase: null })
    await vault.put('one', KEY)
    const written = writtenIn(dataDir)
    expect(written).not.toContain(KEY)
    expect(written).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 24))
    expect(statSync(path.join(dataDir, 'vault.json')).mode & 0o777).toBe(0o600)
  })

  it('says so when the keyring of another machine sealed the keys, and keeps the file', async () => {
    const dataDir = testFolder()
    await (await createVault({ dataDir, keyProtection: keyring('gnome_libsecret'), passphrase: null })).put('one', KEY)
    const before = readFileSync(path.join(dataDir, 'vault.json'), 'utf8')
    const foreign = await createVault({ dataDir, keyProtection: keyring(), passphrase: null })
    expect(foreign.status()).toEqual({ state: 'locked', needsPassphrase: false })
    await expect(foreign.get('one')).rejects.toThrow('gnome_libsecret')
    await expect(foreign.put('two', KEY)).rejects.toEqual(code('locked'))
    expect(readFileSync(path.join(dataDir, 'vault.json'), 'utf8')).toBe(before)
  })

  it('opens a vault made with a passphrase and then asks no more', async () => {
    const dataDir = testFolder()
    await (await createVault({ dataDir, keyProtection: null, passphrase: 'correct horse' })).put('one', KEY)
    const keyProtection = keyring()
    const first = await createVault({ dataDir, keyProtection, passphrase: null })
    expect(first.status()).toEqual({ state: 'locked', needsPassphrase: true })
    await first.unlock('correct horse')
    const second = await createVault({ dataDir, keyProtection, passphrase: null })
    expect(await second.get('one')).toBe(KEY)
    const elsewhere = await createVault({ dataDir, keyProtection: null, passphrase: 'correct horse' })
    expect(await elsewhere.get('one')).toBe(KEY)
  })
})

describe('a vault on a host without key protection', () => {
  it('asks for nothing and writes nothing on a first run', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: null, passphrase: null })
    expect(vault.status()).toEqual({ state: 'empty', needsPassphrase: true })
    expect(writtenIn(dataDir)).toBe('')
  })

  it('asks for a passphrase when the first key is added, and again after a restart', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: null, passphrase: null })
    await expect(vault.put('one', KEY)).rejects.toEqual(code('locked'))
    expect(existsSync(path.join(dataDir, 'vault.json'))).toBe(false)
    await vault.unlock('correct horse')
    await vault.put('one', KEY)
    const again = await createVault({ dataDir, keyProtection: null, passphrase: null })
    expect(again.status()).toEqual({ state: 'locked', needsPassphrase: true })
    await expect(again.get('one')).rejects.toEqual(code('locked'))
    expect(await again.unlock('correct horse')).toEqual({ state: 'open', needsPassphrase: false })
    expect(await again.get('one')).toBe(KEY)
    expect(writtenIn(dataDir)).not.toContain('correct horse')
  })

  it('takes the passphrase given at start', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: null, passphrase: 'correct horse' })
    expect(vault.status()).toEqual({ state: 'empty', needsPassphrase: false })
    await vault.put('one', KEY)
    const again = await createVault({ dataDir, keyProtection: null, passphrase: 'correct horse' })
    expect(await again.get('one')).toBe(KEY)
  })

  it('refuses a wrong passphrase, also one given at start, and stays locked', async () => {
    const dataDir = testFolder()
    await (await createVault({ dataDir, keyProtection: null, passphrase: 'correct horse' })).put('one', KEY)
    const vault = await createVault({ dataDir, keyProtection: null, passphrase: 'wrong' })
    expect(vault.status()).toEqual({ state: 'locked', needsPassphrase: true })
    await expect(vault.unlock('also wrong')).rejects.toEqual(code('unauthorized'))
    await expect(vault.get('one')).rejects.toEqual(code('locked'))
  })

  it('lets a person who forgot the passphrase remove the connections and begin again', async () => {
    const dataDir = testFolder()
    await (await createVault({ dataDir, keyProtection: null, passphrase: 'forgotten' })).put('one', KEY)
    const vault = await createVault({ dataDir, keyProtection: null, passphrase: null })
    await vault.remove('one')
    expect(vault.status()).toEqual({ state: 'empty', needsPassphrase: true })
    await vault.unlock('new one')
    await vault.put('two', KEY)
    expect(await vault.get('two')).toBe(KEY)
  })

  it('records strong scrypt parameters and refuses a file that asks for weak ones', async () => {
    const dataDir = testFolder()
    await (await createVault({ dataDir, keyProtection: null, passphrase: 'correct horse' })).put('one', KEY)
    const file = path.join(dataDir, 'vault.json')
    const [slot] = JSON.parse(readFileSync(file, 'utf8')).slots
    expect(slot.scrypt).toMatchObject({ N: 131072, r: 8, p: 1 })
    expect(Buffer.from(slot.scrypt.salt, 'base64')).toHaveLength(32)
    edited(file, (json) => Object.assign(json, { slots: [{ ...slot, scrypt: { ...slot.scrypt, N: 1024 } }] }))
    const vault = await createVault({ dataDir, keyProtection: null, passphrase: null })
    await expect(vault.unlock('correct horse')).rejects.toThrow('damaged')
  })
})

describe('a changed vault file', () => {
  async function filled() {
    const dataDir = testFolder()
    const keyProtection = keyring()
    const vault = await createVault({ dataDir, keyProtection, passphrase: null })
    await vault.put('one', KEY)
    await vault.put('two', 'another-key')
    const file = path.join(dataDir, 'vault.json')
    return { file, reopen: () => createVault({ dataDir, keyProtection, passphrase: null }) }
  }

  it('does not give the key of one connection to another', async () => {
    const { file, reopen } = await filled()
    edited(file, (json) => {
      const entries = Object(json.entries)
      json.entries = { one: entries.two, two: entries.one }
    })
    await expect((await reopen()).get('one')).rejects.toThrow('was changed')
  })

  it('is noticed whichever byte of an entry is flipped', async () => {
    const { file, reopen } = await filled()
    const whole = readFileSync(file, 'utf8')
    const part = fc.constantFrom('nonce', 'sealed', 'tag')
    await fc.assert(
      fc.asyncProperty(part, fc.nat(), fc.integer({ min: 0, max: 7 }), async (name, at, bit) => {
        writeFileSync(file, whole)
        edited(file, (json) => {
          const entry = Object(json.entries).one
          const bytes = Buffer.from(entry[name], 'base64')
          const index = at % bytes.length
          bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
          entry[name] = bytes.toString('base64')
        })
        const vault = await reopen()
        await expect(vault.get('one')).rejects.toThrow('was changed')
        expect(await vault.get('two')).toBe('another-key')
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['a part of it', (text: string) => text.slice(0, text.length / 2)],
    ['nothing', () => ''],
    ['another shape', () => '{"entries":[]}'],
    ['a later version', (text: string) => text.replace('"version": 1', '"version": 2')],
  ])('with %s in it is reported on use and never overwritten', async (_, change) => {
    const { file, reopen } = await filled()
    const damaged = change(readFileSync(file, 'utf8'))
    writeFileSync(file, damaged)
    const vault = await reopen()
    expect(vault.status().state).toBe('locked')
    await expect(vault.get('one')).rejects.toThrow('vault.json is damaged')
    await expect(vault.put('three', KEY)).rejects.toThrow('vault.json is damaged')
    await expect(vault.remove('one')).rejects.toThrow('vault.json is damaged')
    await expect(vault.unlock('x')).rejects.toThrow('vault.json is damaged')
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  })
})

describe('a vault', () => {
  it('gives back any key that was put', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: keyring(), passphrase: null })
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.string({ unit: 'grapheme' }), async (id, key) => {
        await vault.put(id, key)
        expect(await vault.get(id)).toBe(key)
      }),
      { numRuns: 30 },
    )
  })

  it('loses no key when many are put at once', async () => {
    const dataDir = testFolder()
    const keyProtection = keyring()
    const vault = await createVault({ dataDir, keyProtection, passphrase: null })
    const ids = Array.from({ length: 20 }, (_, n) => `connection-${n}`)
    await Promise.all(ids.map((id) => vault.put(id, `key of ${id}`)))
    const again = await createVault({ dataDir, keyProtection, passphrase: null })
    for (const id of ids) expect(await again.get(id)).toBe(`key of ${id}`)
  })

  it('forgets a removed key, and leaves no file when it was the last', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: keyring(), passphrase: null })
    await vault.put('one', KEY)
    await vault.remove('one')
    await expect(vault.get('one')).rejects.toEqual(code('not-found'))
    expect(vault.status()).toEqual({ state: 'empty', needsPassphrase: false })
    expect(writtenIn(dataDir)).toBe('')
  })

  it('keeps the old keys when the new ones cannot be written', async () => {
    const dataDir = testFolder()
    const vault = await createVault({ dataDir, keyProtection: keyring(), passphrase: null })
    await vault.put('one', KEY)
    renameSync(dataDir, `${dataDir}-away`)
    await expect(vault.put('two', KEY)).rejects.toThrow()
    renameSync(`${dataDir}-away`, dataDir)
    await expect(vault.get('two')).rejects.toEqual(code('not-found'))
    expect(await vault.get('one')).toBe(KEY)
  })
})
