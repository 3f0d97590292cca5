import { isObject, type Json, parseJson } from '../../json.ts'

/** What a client sent over a socket. */
export type ClientFrame =
  | { kind: 'auth' }
  | { kind: 'message'; content: Json[] }
  | { kind: 'invalid'; code: string; detail: string }

const HELP = '    For further information visit https://errors.pydantic.dev/2.14/v'

/** Reads a frame as the agent server does; what it cannot read becomes an error to send back (contract §13). */
export function readClientFrame(text: string): ClientFrame {
  const value = parseJson(text)
  if (value === undefined) {
    return { kind: 'invalid', code: 'JSONDecodeError', detail: 'Expecting value: line 1 column 1 (char 0)' }
  }
  if (!isObject(value)) {
    const shown = `[type=model_type, input_value=${text}, input_type=${Array.isArray(value) ? 'list' : typeof value}]`
    const detail = `1 validation error for Message\n  Input should be a valid dictionary or instance of Message ${shown}\n${HELP}/model_type`
    return { kind: 'invalid', code: 'ValidationError', detail }
  }
  if (value.type === 'auth') return { kind: 'auth' }
  if (typeof value.role !== 'string') {
    const shown = `[type=missing, input_value=${text.replaceAll('"', "'")}, input_type=dict]`
    const detail = `1 validation error for Message\nrole\n  Field required ${shown}\n${HELP}/missing`
    return { kind: 'invalid', code: 'ValidationError', detail }
  }
  return { kind: 'message', content: contentOf(value.content) }
}

/** The content blocks of a message: a bare string and null are accepted too (contract §9). */
export function contentOf(value: Json | undefined): Json[] {
  if (typeof value === 'string') return [{ cache_prompt: false, type: 'text', text: value }]
  if (!Array.isArray(value)) return []
  return value.map((block) => (isObject(block) && block.type === 'text' ? { cache_prompt: false, ...block } : block))
}

/** The text of content blocks, images left out. */
export function plainText(content: readonly Json[]): string {
  return content
    .map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n')
}
