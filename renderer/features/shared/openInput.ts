import { readSharedLink } from '../../../shared/domain/index.ts'

export interface OpenFields {
  /** A link or an id, as pasted. */
  link: string
  /** Only asked for when the link does not name it. */
  server: string
  /** Ids of events that are wanted first, in any writing. */
  events: string
}

export type OpenField = keyof OpenFields

export interface OpenRequest {
  baseUrl: string
  conversationId: string
  eventIds: string[]
}

export type OpenReading =
  | { ok: true; request: OpenRequest }
  | { ok: false; problems: Partial<Record<OpenField, string>> }

const MOST_EVENTS = 100

/** What is to be opened, or what is wrong with which field. */
export function readOpenFields({ link, server, events }: OpenFields): OpenReading {
  const reading = readSharedLink(link)
  if (!reading.ok) return { ok: false, problems: { link: reading.problem } }
  const eventIds = [...new Set(events.split(/[\s,;]+/).filter((id) => id !== ''))]
  if (eventIds.length > MOST_EVENTS) {
    return {
      ok: false,
      problems: { events: `These are ${eventIds.length} ids; ${MOST_EVENTS} can be asked for at once.` },
    }
  }
  const baseUrl = reading.baseUrl ?? server.trim()
  if (baseUrl === '') {
    return { ok: false, problems: { server: 'An id alone does not say where: enter the address of its server.' } }
  }
  return { ok: true, request: { baseUrl, conversationId: reading.conversationId, eventIds } }
}

/** Whether the server has to be asked for: there is an id, and no link around it. */
export function needsServer(link: string): boolean {
  const reading = readSharedLink(link)
  return reading.ok && reading.baseUrl === null
}
