import { expect, test } from 'vitest'
import { type Any, expectInvalid, start } from './support/client.ts'

const UNKNOWN = '0'.repeat(32)
const at = (id: string, path: string) => `/api/v1/app-conversations/${id}/${path}`

test('a workspace answers with the statuses of the real servers', async () => {
  const bench = await start({ speed: 1 })
  const fleet = await bench.fleet()
  const awake = fleet.find((record: Any) => record.sandbox_status === 'RUNNING')
  const asleep = fleet.find((record: Any) => record.sandbox_status === 'PAUSED')
  expectInvalid(await bench.app(at(awake.id, 'git/changes')), 'missing', ['query', 'path'])
  expectInvalid(await bench.app(at(awake.id, 'git/diff')), 'missing', ['query', 'path'])
  expect(await bench.app(at(awake.id, 'git/changes?path=/no/repository'))).toMatchObject({ status: 200, body: [] })
  expect(await bench.app(at(awake.id, 'git/diff?path=/no/file'))).toMatchObject({ status: 502 })
  expect(await bench.app(at(asleep.id, 'git/changes?path=/workspace'))).toMatchObject({ status: 409 })
  expect(await bench.app(at(UNKNOWN, 'git/changes?path=/workspace'))).toMatchObject({ status: 404 })
  expect(await bench.app(at(asleep.id, 'file'))).toMatchObject({ status: 200, body: '' })
  expect(await bench.app(at(awake.id, 'file?file_path=/no/file'))).toMatchObject({ status: 200, body: '' })
  expect(await bench.app(at(asleep.id, 'skills'))).toMatchObject({ status: 200, body: { skills: [] } })
  expect(await bench.app(at(asleep.id, 'hooks'))).toMatchObject({ status: 200, body: { hooks: [] } })
  expect(await bench.app(at(UNKNOWN, 'skills'))).toMatchObject({ status: 404, body: { error: expect.any(String) } })
  expect(await bench.app(at(UNKNOWN, 'download'))).toMatchObject({ status: 404 })
})
