import { pathHex } from '../../http/pathHex.ts'
import { refuse } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { zipStream } from '../../http/zipStream.ts'
import { sharedState } from '../fullState.ts'
import type { AgentServer } from '../server.ts'

/** The folder of a conversation as a zip: its state and one file for each event of the log. */
export const downloadTrajectory: Route<AgentServer> = {
  method: 'GET',
  path: '/api/file/download-trajectory/:id',
  handle(request) {
    const hex = pathHex(request)
    const conversation = request.server.conversation(hex)
    if (conversation === undefined) throw refuse(404, 'Conversation not found')
    const entries = [
      { name: `${hex}/base_state.json`, text: () => JSON.stringify(sharedState(conversation)) },
      ...conversation.log.events.map((event, index) => ({
        name: `${hex}/events/event-${String(index).padStart(5, '0')}-${event.id}.json`,
        text: () => event.text,
      })),
    ]
    return new Response(zipStream(entries), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${hex}.zip"`,
      },
    })
  },
}
