import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isWireObject, type WireObject } from '../../../shared/domain/index.ts'
import { allRows, openHere, page, REF, SPANS, storedIds, walk } from './support.ts'

const ROOT = new URL('../../data/contract/recorded/', import.meta.url)

function lines(path: string): WireObject[] {
  return readFileSync(new URL(path, ROOT), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter(isWireObject)
}

const recordings = ['agent-1.58.0', 'agent-1.34.0', 'app-1.11.0'].flatMap((server) =>
  readdirSync(new URL(server, ROOT))
    .filter((file) => file.endsWith('.events.jsonl'))
    .map((file) => [server, file.replace('.events.jsonl', '')] as const),
)

const isDurable = (event: WireObject) => event.kind !== 'StreamingDeltaEvent' && event.key !== 'full_state'

describe('every recorded conversation is stored as the server has it', () => {
  test.each(recordings)('%s %s', async (server, name) => {
    const events = lines(`${server}/${name}.events.jsonl`)
    const { archive } = openHere()
    if (server.startsWith('agent')) await walk(archive, events)
    else await archive.ingestPage(REF, page(events), { side: 'app', walk: 'head', offset: 0 })
    const durable = events.filter(isDurable)
    expect(await storedIds(archive)).toEqual(durable.map((event) => event.id))
    for (const event of durable) {
      const body = await archive.event(REF, String(event.id), 0, 2_000_000)
      if (body.redactions === 0) expect(JSON.parse(body.json)).toEqual(event)
    }
  })
})

describe('what the live socket gave is what the walk gives, in the same order', () => {
  test.each(recordings.filter(([server]) => server.startsWith('agent')))('%s %s', async (server, name) => {
    const { archive } = openHere()
    const frames = lines(`${server}/${name}.ws.jsonl`).flatMap(({ frame }) => (isWireObject(frame) ? [frame] : []))
    const isSession = (frame: WireObject) => typeof frame.type === 'string'
    await archive.ingestFrames(
      REF,
      'session',
      frames.filter(isSession).map((frame) => JSON.stringify(frame)),
    )
    await archive.ingestFrames(
      REF,
      'events',
      frames.filter((frame) => !isSession(frame)).map((frame) => JSON.stringify(frame)),
    )
    const events = lines(`${server}/${name}.events.jsonl`)
    await walk(archive, events)
    const ids = new Set(events.map((event) => String(event.id)))
    expect((await storedIds(archive)).filter((id) => ids.has(id))).toEqual(events.map((event) => event.id))
    const load = await archive.loadState(REF)
    expect(load).toMatchObject({ headCount: events.length, malformed: 0, gaps: 0 })
  })
})

test.each(['agent-1.58.0', 'agent-1.34.0'])(
  'each reply of the job on %s has its own cost, and together they make the total',
  async (server) => {
    const events = lines(`${server}/job.events.jsonl`)
    const { archive } = openHere()
    await walk(archive, events)
    const rows = await allRows(archive, (await archive.openView(SPANS)).view)
    const costs = rows.flatMap((row) => (row.type === 'event' && row.costUsd !== null ? [row] : []))
    const replies = new Set(
      events.filter((event) => event.kind === 'ActionEvent').map((event) => event.llm_response_id),
    )
    expect(costs).toHaveLength(replies.size)
    expect(
      costs.every((row) => row.kind === 'ActionEvent' && (row.costUsd ?? 0) > 0.003 && (row.tokens ?? 0) > 3000),
    ).toBe(true)
    const total = costs.reduce((sum, row) => sum + (row.costUsd ?? 0), 0)
    expect(total).toBeCloseTo((await archive.facts(REF)).costUsd ?? 0, 6)
  },
)
