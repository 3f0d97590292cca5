import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createConnections } from '../../../electron/core/vault/index.ts'
import type { Connection } from '../../../shared/domain/index.ts'
import { testFolder, writtenIn } from './folder.ts'

const connection = (id: string): Connection => ({
  id,
  name: `Server ${id}`,
  kind: 'app',
  baseUrl: 'https://app.example.test',
  isLocal: false,
  orgId: null,
  createdAt: 1_700_000_000_000,
})

describe('connections', () => {
  it('are there again after a restart', async () => {
    const dataDir = testFolder()
    const connections = await createConnections({ dataDir })
    expect(connections.list()).toEqual([])
    await Promise.all([connections.add(connection('one')), connections.add(connection('two'))])
    await connections.remove('one')
    const again = await createConnections({ dataDir })
    expect(again.list()).toEqual([connection('two')])
    expect(again.get('two').name).toBe('Server two')
    expect(() => again.get('one')).toThrow('no connection one')
    expect(statSync(path.join(dataDir, 'connections.json')).mode & 0o777).toBe(0o600)
  })

  it('are written without a key, even when the object carries one', async () => {
    const dataDir = testFolder()
    const connections = await createConnections({ dataDir })
    await connections.add(Object.assign(connection('one'), { key: 'sk-canary-1234' }))
    expect(writtenIn(dataDir)).not.toContain('sk-canary-1234')
    expect(JSON.stringify(connections.list())).not.toContain('sk-canary-1234')
  })

  it('say so when their file is damaged, and leave it as it is', async () => {
    const dataDir = testFolder()
    const file = path.join(dataDir, 'connections.json')
    writeFileSync(file, '{"format":"handrail-conn')
    await expect(createConnections({ dataDir })).rejects.toThrow(`${file} is damaged`)
    expect(readFileSync(file, 'utf8')).toBe('{"format":"handrail-conn')
  })
})
