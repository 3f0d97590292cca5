import { plainText } from '../agent/sockets/clientFrame.ts'
import { isObject, type JsonObject, parseJson } from '../json.ts'
import type { Conversation } from '../world/conversation.ts'

/** An agent does not remember more than this. */
const IN_MIND = 2000
const MOST_LINES = 3
const LONGEST_LINE = 200

/** Answers a question out of what happened in the conversation, and changes nothing in it (contract §11). */
export function answer(conversation: Conversation, question: string): string {
  const events = conversation.log.events.slice(-IN_MIND)
  const lines = [...new Set(events.flatMap(({ text }) => lineOf(parseJson(text))))]
  const steps = events.filter(({ kind }) => kind === 'ActionEvent').length
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])
  const hits = lines
    .map((line, at) => ({ line, at, score: scoreOf(line, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, MOST_LINES)
  const found = hits.length > 0 ? hits.map(({ line }) => line) : lines.slice(-MOST_LINES)
  const heading = hits.length > 0 ? 'What I find on that' : 'Nothing here is about that; the newest I did'
  const state = `I made ${steps} steps so far and am ${conversation.status.replaceAll('_', ' ')}.`
  return [state, `${heading}:`, ...found.map((line) => `- ${line}`)].join('\n')
}

function scoreOf(line: string, words: ReadonlySet<string>): number {
  const lower = line.toLowerCase()
  return [...words].filter((word) => lower.includes(word)).length
}

/** What one event says, in a line; nothing for most kinds. */
function lineOf(event: unknown): string[] {
  if (!isObject(event)) return []
  const text =
    event.kind === 'MessageEvent'
      ? `${event.source === 'user' ? 'You said' : 'I said'}: ${textOf(event.llm_message)}`
      : event.kind === 'ActionEvent'
        ? actionLine(event)
        : ''
  return text === '' ? [] : [text.replace(/\s+/g, ' ').slice(0, LONGEST_LINE)]
}

function actionLine(event: JsonObject): string {
  const { summary, action } = event
  const command = isObject(action) ? (action.command ?? action.message ?? action.thought ?? '') : ''
  return [summary, command].filter((part) => typeof part === 'string' && part !== '').join(': ')
}

function textOf(message: unknown): string {
  return isObject(message) && Array.isArray(message.content) ? plainText(message.content) : ''
}
