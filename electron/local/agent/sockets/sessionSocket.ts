import type { Conversation } from '../../world/conversation.ts'
import type { Listener } from '../../world/listeners.ts'
import { fullState } from '../fullState.ts'
import type { Channel } from './channel.ts'

const BATCH = 100

/** Whether `after_seq` can be accepted; if not the handshake is refused with 403. */
export function isSessionQuery(query: URLSearchParams): boolean {
  const after = query.get('after_seq')
  return after === null || /^-?\d+$/.test(after)
}

/** `sync`, the durable events after `after_seq`, `full_state`, then live frames (recorded 1.58.0). */
export function followSession(conversation: Conversation, channel: Channel, query: URLSearchParams): Listener {
  const after = query.get('after_seq')
  const last = conversation.log.length - 1
  let sent = after === null ? last : Number(after)
  let isLive = false
  const send = (frame: object) => channel.send(JSON.stringify(frame))
  const durable = (seq: number, text: string) => channel.send(`{"type":"durable","seq":${seq},"event":${text}}`)
  const transient = (text: string) => channel.send(`{"type":"transient","event":${text}}`)
  const listener: Listener = {
    durable(seq, text) {
      if (!isLive || seq <= sent) return
      sent = seq
      durable(seq, text)
    },
    transient: (text) => isLive && transient(text),
    itemStarted: (item_id, anchor_seq) => isLive && send({ type: 'item_started', item_id, attempt: 1, anchor_seq }),
    delta(delta) {
      if (!isLive) return
      const { itemId: item_id, order, kind, content, chunkId: chunk_id } = delta
      send({ type: 'delta', item_id, attempt: 1, order, kind, content, chunk_id, choice_index: 0 })
    },
    itemAborted: (item_id) => isLive && send({ type: 'item_aborted', item_id, attempt: 1 }),
  }
  conversation.listeners.add(listener)
  send({
    type: 'sync',
    ...(after === null ? {} : { from_seq: Number(after) }),
    ...(last < 0 ? {} : { through_seq: last }),
  })
  const catchUp = async () => {
    while (channel.isOpen && sent < conversation.log.length - 1) {
      const start = Math.max(sent + 1, 0)
      const batch = conversation.log.events.slice(start, start + BATCH)
      for (const [i, event] of batch.entries()) durable(start + i, event.text)
      sent = start + batch.length - 1
      if (batch.length === BATCH) await channel.drained()
    }
    transient(JSON.stringify(fullState(conversation)))
    isLive = true
  }
  void catchUp()
  return listener
}
