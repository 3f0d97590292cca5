import { timeOf } from '../../http/query.ts'
import { isObject, parseJson } from '../../json.ts'
import type { Dialect } from '../../options.ts'
import { microsOf } from '../../time.ts'
import type { StoredEvent } from '../../world/eventLog.ts'
import { plainText } from '../sockets/clientFrame.ts'

/** A test of events made of query parameters; undefined when nothing is filtered. */
export function eventFilter(query: URLSearchParams, dialect: Dialect): ((event: StoredEvent) => boolean) | undefined {
  const tests: ((event: StoredEvent) => boolean)[] = []
  const kind = query.get('kind')
  if (kind !== null) {
    const isPath = kind.includes('.')
    const name = kind.split('.').at(-1)
    // Older servers know kinds by their Python path only (contract §18.1).
    tests.push((event) => (isPath || dialect === '1.58') && event.kind === name)
  }
  const source = query.get('source')
  if (source !== null) tests.push((event) => event.source === source)
  const body = query.get('body')
  if (body !== null) tests.push((event) => messageHas(event, body))
  const from = timeOf(query, 'timestamp__gte')
  if (from !== undefined) tests.push((event) => (microsOf(event.timestamp) ?? 0) >= from)
  const before = timeOf(query, 'timestamp__lt')
  if (before !== undefined) tests.push((event) => (microsOf(event.timestamp) ?? 0) < before)
  return tests.length === 0 ? undefined : (event) => tests.every((test) => test(event))
}

function messageHas(event: StoredEvent, body: string): boolean {
  if (event.kind !== 'MessageEvent') return false
  const message = parseJson(event.text)
  const inner = isObject(message) && isObject(message.llm_message) ? message.llm_message.content : []
  return Array.isArray(inner) && plainText(inner).toLowerCase().includes(body.toLowerCase())
}
