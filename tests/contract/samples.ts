import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Samples of the wire, and recordings from real servers: see recorded/README.md beside them. */
const ROOT = join(import.meta.dirname, '../data/contract')

export interface Line {
  /** `file:line`, to find a failing one. */
  at: string
  json: unknown
}

export function jsonLines(path: string): Line[] {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  return lines.flatMap((text, index) => (text === '' ? [] : [{ at: `${path}:${index + 1}`, json: JSON.parse(text) }]))
}

/** All lines of the recordings of one sort. */
export function recorded(sort: 'events' | 'ws' | 'http'): Line[] {
  const files = readdirSync(join(ROOT, 'recorded'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith(`.${sort}.jsonl`))
    .toSorted()
    .flatMap((file) => jsonLines(join('recorded', file)))
}

const exchangeSchema = z.looseObject({
  server: z.enum(['app', 'agent']),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  response: z.unknown(),
})

/** Recorded answers; dropped connections are left out. */
export function recordedAnswers() {
  return recorded('http').flatMap(({ at, json }) => {
    const exchange = exchangeSchema.safeParse(json).data
    return exchange === undefined ? [] : [{ at, ...exchange, route: exchange.path.split('?')[0] ?? '' }]
  })
}

const answerSchema = z.looseObject({ status: z.int(), body: z.unknown() })

/** The published answers under one heading of http-samples.json. */
export function sampleAnswers(heading: string) {
  const all = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(ROOT, 'http-samples.json'), 'utf8')))
  return z.union([z.array(answerSchema), answerSchema.transform((answer) => [answer])]).parse(all[heading])
}

export function sampleRequest(heading: string): unknown {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(ROOT, 'http-samples.json'), 'utf8')))[
    heading
  ]
}
