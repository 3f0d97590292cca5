import { normaliseConversationId } from '../../../shared/contract/index.ts'
import { type ConversationRef, type EventPlace, HandrailError } from '../../../shared/domain/index.ts'
import type { PageOrigin } from '../archive/index.ts'
import { failureOf } from '../engine/index.ts'
import { type Rooms, withAgent } from './base.ts'

type Finding = EventPlace['finding']

/**
 * Asks each server that may have an event for it, and stores it where it is missing here. One that is stored stays as it
 * is: a single event is sent with its nulls, a page without them (contract §11), and neither form is newer.
 */
export async function eventPlaces(
  rooms: Rooms,
  ref: ConversationRef,
  eventId: string,
  signal: AbortSignal,
): Promise<EventPlace[]> {
  const connection = rooms.connections.get(ref.connectionId)
  const isMissing = (await rooms.archive.missingIds(ref, [eventId])).length > 0

  async function store(page: string, side: PageOrigin['side']): Promise<Finding> {
    const isNew = isMissing
    if (isNew) await rooms.archive.ingestPage(ref, page, { side, walk: 'newest' }, signal)
    return { state: 'there', isNew }
  }

  async function onApp(): Promise<Finding> {
    if (normaliseConversationId(eventId) === null) {
      return { state: 'not-asked', reason: 'App servers know events by UUIDs, and its id is none.' }
    }
    const { page, missing } = await rooms.gateway
      .appServer(connection)
      .eventsById(ref.conversationId, [eventId], signal)
    return missing.length > 0 ? { state: 'missing' } : store(page, 'app')
  }

  async function onAgent(): Promise<Finding> {
    try {
      return await store(
        await withAgent(rooms, ref, (agent) => agent.event(ref.conversationId, eventId, signal), signal),
        'agent',
      )
    } catch (error) {
      if (!(error instanceof HandrailError)) throw error
      const { code, message } = error.failure
      if (code === 'not-found') return { state: 'missing' }
      if (code === 'conflict') return { state: 'not-asked', reason: message }
      throw error
    }
  }

  const asked = async (server: EventPlace['server'], ask: () => Promise<Finding>): Promise<EventPlace> => {
    try {
      return { server, finding: await ask() }
    } catch (error) {
      signal.throwIfAborted()
      return { server, finding: { state: 'failed', failure: failureOf(error) } }
    }
  }
  const onAgentServer = asked('agent', onAgent)
  return connection.kind === 'agent' ? [await onAgentServer] : Promise.all([onAgentServer, asked('app', onApp)])
}
