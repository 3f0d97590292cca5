import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Dialect } from '../../../electron/local/index.ts'
import { isObject } from '../../../electron/local/json.ts'
import { EVENT_KINDS } from '../../../shared/contract/index.ts'

/** Whose interface an answer is held against: the app server's, or that of an agent server of a version. */
export type Publisher = 'app' | Dialect

/** One answer to one request; `path` without its query. */
export interface Answered {
  method: string
  path: string
  status: number
  body: unknown
}

/** `untyped`: the operation is published, but may answer anything. `unpublished`: nothing is said of it or its status. */
export type Verdict = 'fits' | 'untyped' | 'unpublished'

const FILES: Record<Publisher, string> = {
  app: 'cloud-openapi.json',
  '1.58': 'agent-openapi-1.58.0.json',
  '1.34': 'agent-openapi-1.34.0.json',
}

const loaded = new Map<Publisher, ReturnType<typeof load>>()

/** Expects an answer to be one that its operation is published with. */
export function expectPublished(publisher: Publisher, { method, path, status, body }: Answered): Verdict {
  if (isStrange(publisher, body)) return 'unpublished'
  const schemaOf = loaded.get(publisher) ?? load(FILES[publisher])
  loaded.set(publisher, schemaOf)
  const validate = schemaOf(method.toLowerCase(), path, status)
  if (typeof validate === 'string') return validate
  validate(withoutStrangers(publisher, body))
  expect(validate.errors ?? [], `${method} ${path} ${status} ${JSON.stringify(body)?.slice(0, 600)}`).toEqual([])
  return 'fits'
}

function load(file: string) {
  const published: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../data/openapi', file), 'utf8'))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: file, ...(published as object) })
  // What is written out goes before what stands for anything.
  const patterns = Object.keys(partOf(published, ['paths']) ?? {}).sort((a, b) => parameters(a) - parameters(b))
  const compiled = new Map<string, ValidateFunction | Exclude<Verdict, 'fits'>>()

  return (method: string, path: string, status: number) => {
    const pattern = patterns.find((each) => matches(each, path) && partOf(published, ['paths', each, method]))
    const place = ['paths', pattern ?? '', method, 'responses', String(status), 'content', 'application/json', 'schema']
    const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const known = compiled.get(pointer) ?? compile(partOf(published, place), pointer)
    compiled.set(pointer, known)
    return known
  }

  function compile(schema: object | undefined, pointer: string) {
    if (schema === undefined) return 'unpublished'
    return Object.keys(schema).length === 0 ? 'untyped' : ajv.compile({ $ref: `${file}#/${pointer}` })
  }
}

function partOf(whole: unknown, place: readonly string[]): object | undefined {
  const part = place.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), whole)
  return isObject(part) ? part : undefined
}

const parameters = (pattern: string) => pattern.split('{').length

/** True when a path has the form of a pattern, whose parameters begin with `{` or `:`. */
export function matches(pattern: string, path: string): boolean {
  const [left, right] = [pattern.split('/'), path.split('/')]
  return left.length === right.length && left.every((part, n) => /^[{:]/.test(part) || part === right[n])
}

/** True for an event of a kind that a test made up, or that is younger than the schema of app servers (contract §18.2). */
function isStrange(publisher: Publisher, body: unknown): boolean {
  if (!isObject(body) || typeof body.kind !== 'string' || body.source === undefined) return false
  const { kind } = body
  return !EVENT_KINDS.some((known) => known === kind) || (publisher === 'app' && kind === 'SecurityAnalysisEvent')
}

function withoutStrangers(publisher: Publisher, body: unknown): unknown {
  if (!isObject(body) || !Array.isArray(body.items)) return body
  return { ...body, items: body.items.filter((item) => !isStrange(publisher, item)) }
}
