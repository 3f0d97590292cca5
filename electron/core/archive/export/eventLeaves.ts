import { isWireObject, type WireObject } from '../../../../shared/domain/index.ts'

/** A single value of an event and where it stands in it. */
export interface Leaf {
  path: string
  text: string
}

/** Said in the head of an event. */
const IN_HEAD = new Set(['id', 'kind', 'timestamp', 'source'])
/** What a person reads an event for; everything else is told on request. */
const MAIN =
  /^(?:llm_message\.content|thought|reasoning_content$|action\.|observation\.content|error|detail|summary$|rejection_reason$|value$|stdout$|stderr$|reason$|title$)/
const NEVER_MAIN = /(?:^|\.)(?:kind|type|id|role|cache_prompt|is_error|is_input|timeout|reset|metadata)(?:$|[.[])/
/** Values nested more deeply are told as JSON. */
const DEEPEST = 12

/** Every value of an event, those that matter most apart, unless its line says them already. Nothing is left out. */
export function leavesOf(event: WireObject, line: string): { main: Leaf[]; rest: Leaf[] } {
  const [main, rest]: [Leaf[], Leaf[]] = [[], []]
  const add = (path: string, value: unknown) => {
    if (value === null || value === '') return
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    const isMain = typeof value === 'string' && MAIN.test(path) && !NEVER_MAIN.test(path) && !line.includes(text)
    ;(isMain ? main : rest).push({ path, text })
  }
  const walk = (path: string, value: unknown, depth: number) => {
    if (depth > DEEPEST) add(path, value)
    else if (Array.isArray(value)) for (const [at, item] of value.entries()) walk(`${path}[${at}]`, item, depth + 1)
    else if (isWireObject(value)) {
      for (const [key, item] of Object.entries(value)) walk(path === '' ? key : `${path}.${key}`, item, depth + 1)
    } else add(path, value)
  }
  for (const [key, value] of Object.entries(event)) if (!IN_HEAD.has(key)) walk(key, value, 0)
  return { main, rest }
}
