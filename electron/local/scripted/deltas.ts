import type { Random } from '../random.ts'
import type { Conversation } from '../world/conversation.ts'
import type { Step } from './step.ts'

/** Streams what the model says before the event that will hold it: first reasoning, then text. */
export async function streamThought(
  conversation: Conversation,
  step: Step,
  itemId: string,
  wait: (ms: number) => Promise<void>,
  random: Random,
): Promise<void> {
  const reasoning = step.kind === 'act' ? (step.reasoning ?? '') : ''
  const text = step.kind === 'say' ? step.text : step.kind === 'act' || step.kind === 'misuse' ? step.thought : ''
  await wait(500 + random.between(0, 1400))
  const chunkId = `chatcmpl-${random.hex(12)}`
  let order = 0
  const send = (kind: 'text' | 'reasoning', content: string) => {
    if (order === 0) for (const l of [...conversation.listeners]) l.itemStarted(itemId, conversation.log.length - 1)
    const fields = kind === 'text' ? { content } : { reasoning_content: content }
    const event = conversation.transientEvent('StreamingDeltaEvent', 'agent', fields)
    conversation.stream({ itemId, order, kind, content, chunkId }, event)
    order += 1
  }
  try {
    for (const piece of pieces(reasoning)) {
      send('reasoning', piece)
      await wait(random.between(20, 70))
    }
    for (const piece of pieces(text)) {
      send('text', piece)
      await wait(random.between(20, 70))
    }
    await wait(150)
  } catch (aborted) {
    if (order > 0) for (const listener of [...conversation.listeners]) listener.itemAborted(itemId)
    throw aborted
  }
}

/** Text in the small pieces a model produces: a word or two each. */
function pieces(text: string): string[] {
  return text.match(/\S+\s+\S+\s*|\S+\s*/g) ?? []
}
