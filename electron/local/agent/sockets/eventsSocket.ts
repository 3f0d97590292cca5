import { microsOf } from '../../time.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { Listener } from '../../world/listeners.ts'
import { fullState } from '../fullState.ts'
import type { Channel } from './channel.ts'

const BATCH = 100

/** `full_state` first, then the replay that was asked for; live events may come in between (contract §13). */
export function followEvents(conversation: Conversation, channel: Channel, query: URLSearchParams): Listener {
  const listener: Listener = {
    durable: (_seq, text) => channel.send(text),
    transient: (text) => channel.send(text),
    itemStarted: () => undefined,
    delta: (_delta, text) => channel.send(text),
    itemAborted: () => undefined,
  }
  conversation.listeners.add(listener)
  channel.send(JSON.stringify(fullState(conversation)))
  void replay(conversation, channel, query)
  return listener
}

/** Whether the query of a handshake can be accepted; if not the handshake is refused with 403 (contract §18.3). */
export function isEventsQuery(query: URLSearchParams): boolean {
  const mode = query.get('resend_mode')
  const after = query.get('after_timestamp')
  return (mode === null || mode === 'all' || mode === 'since') && (after === null || microsOf(after) !== undefined)
}

async function replay(conversation: Conversation, channel: Channel, query: URLSearchParams): Promise<void> {
  const mode = query.get('resend_mode')
  const after = microsOf(query.get('after_timestamp') ?? '')
  const isAll = mode === 'all' || query.get('resend_all') === 'true'
  if (!isAll && (mode !== 'since' || after === undefined)) return
  const end = conversation.log.length
  for (let start = 0; start < end && channel.isOpen; start += BATCH) {
    for (const event of conversation.log.events.slice(start, Math.min(start + BATCH, end))) {
      if (isAll || (microsOf(event.timestamp) ?? 0) >= (after ?? 0)) channel.send(event.text)
    }
    await channel.drained()
  }
}
