import { strToU8, Zip, ZipDeflate } from 'fflate'
import { refuse } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { dashed } from '../../ids.ts'
import { appWire } from '../../world/appWire.ts'
import type { Conversation } from '../../world/conversation.ts'
import type { World } from '../../world/world.ts'
import { conversationRecord } from '../records.ts'
import { conversationOf } from './awakeConversation.ts'

/** A longer conversation is refused (contract §10). */
const MOST_EVENTS = 10_000
/** Entries of one turn of the event loop: other requests are served between them. */
const AT_ONCE = 100

const exporting = new WeakSet<Conversation>()

/** The events that arrived at the app server, one file each, as a zip that is written while it is sent. */
export const downloadTrajectory: Route<World> = {
  method: 'GET',
  path: '/api/v1/app-conversations/:id/download',
  handle(request) {
    const conversation = conversationOf(request)
    if (conversation === undefined) throw refuse(404, `Conversation not found: ${request.param('id')}`)
    if (exporting.has(conversation)) throw refuse(409, 'An export of this conversation is already running')
    const events = conversation.history.events()
    if (events.length > MOST_EVENTS) {
      throw refuse(413, `Conversation has ${events.length} events, more than the ${MOST_EVENTS} that can be exported`)
    }
    const { session_api_key: _, ...meta } = conversationRecord(request.server, conversation)
    const entries = [
      { name: 'meta.json', text: () => JSON.stringify(meta, null, 2) },
      ...events.map((event, index) => ({
        name: `event_${String(index).padStart(6, '0')}_${event.id}.json`,
        text: () => JSON.stringify(appWire(event.text)),
      })),
    ]
    exporting.add(conversation)
    return new Response(
      zipped(entries, () => exporting.delete(conversation)),
      {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="conversation_${dashed(conversation.hex)}.zip"`,
        },
      },
    )
  },
}

function zipped(
  entries: readonly { name: string; text: () => string }[],
  over: () => void,
): ReadableStream<Uint8Array> {
  let next = 0
  let zip: Zip
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) {
          over()
          controller.error(error)
          return
        }
        controller.enqueue(chunk)
        if (!isLast) return
        over()
        controller.close()
      })
    },
    pull() {
      for (const { name, text } of entries.slice(next, next + AT_ONCE)) {
        const file = new ZipDeflate(name, { level: 6 })
        zip.add(file)
        file.push(strToU8(text()), true)
      }
      if (next < entries.length && next + AT_ONCE >= entries.length) zip.end()
      next += AT_ONCE
    },
    cancel: over,
  })
}
