import type { Lane } from '../row.ts'
import { listAt, numberAt, objectAt, textAt, type WireObject } from '../wireValue.ts'
import { contentText, counted, dotted, grouped, imageCount, oneLine } from './line.ts'
import { type RowFacts, rowFacts } from './rowFacts.ts'

/** Who wrote a message: stop-hook feedback and nudges come as `environment` (contract §18.2). */
function laneOfMessage(source: string | null, role: string | null): Lane {
  if (source === 'user') return 'user'
  if (source === 'hook') return 'hook'
  if (source === 'environment') return 'env'
  return source === 'agent' || role === 'assistant' ? 'agent' : role === 'user' ? 'user' : 'env'
}

export function messageRow(event: WireObject): RowFacts {
  const message = objectAt(event, 'llm_message') ?? {}
  const text = oneLine(contentText(message.content))
  const images = imageCount(message.content)
  const tools = listAt(message, 'tool_calls').length
  const summary = dotted(
    text,
    images > 0 && counted(images, 'image'),
    text === '' && tools > 0 && counted(tools, 'tool call'),
  )
  const critic = objectAt(event, 'critic_result')
  const score = critic === null ? null : numberAt(critic, 'score')
  return rowFacts(
    laneOfMessage(textAt(event, 'source'), textAt(message, 'role')),
    'message',
    summary || 'empty message',
    {
      result: score === null ? '' : `critic ${score.toFixed(2)}`,
    },
  )
}

export function systemPromptRow(event: WireObject): RowFacts {
  const prompt = objectAt(event, 'system_prompt')
  const text = prompt === null ? (textAt(event, 'system_prompt') ?? '') : (textAt(prompt, 'text') ?? '')
  const dynamic = event.dynamic_context
  const dynamicText = contentText(Array.isArray(dynamic) ? dynamic : [dynamic])
  return rowFacts(
    'agent',
    'system prompt',
    dotted(
      counted(listAt(event, 'tools').length, 'tool'),
      `${grouped(text.length)} chars`,
      dynamicText !== '' && `dynamic context ${grouped(dynamicText.length)} chars`,
    ).replace(' · ', ', '),
  )
}
