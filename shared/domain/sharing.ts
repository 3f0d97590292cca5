import { z } from 'zod'
import { conversationRefSchema } from './connection.ts'
import { conversationSchema } from './conversation.ts'

const PREFIX = 'shared-'

/**
 * Stands where a connection's id stands for what a server shows to everybody. It is made of the address, because
 * there is nothing to keep: no account, no key, no record. No connection has such an id, so nothing that needs a key
 * can ever be asked for it.
 */
export function sharedConnectionId(baseUrl: string): string {
  // Addresses are ASCII once parsed.
  return PREFIX + btoa(baseUrl).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The address of the server that shares the conversation; null for a conversation of a connection. */
export function sharedBaseUrl(connectionId: string): string | null {
  if (!connectionId.startsWith(PREFIX)) return null
  const coded = connectionId.slice(PREFIX.length)
  if (!/^[\w-]+$/.test(coded)) return null
  try {
    return atob(coded.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

/** The page where anybody with a browser sees a shared conversation. */
export function sharedLink(baseUrl: string, conversationId: string): string {
  return `${baseUrl}/shared/conversations/${conversationId}`
}

/** A conversation that was opened here because it is shared. */
export const viewedSharedSchema = z.object({ baseUrl: z.string(), record: conversationSchema })
export type ViewedShared = z.infer<typeof viewedSharedSchema>

/** What a server shows of a conversation to somebody without a key. */
export const sharedLookSchema = z.object({
  conversation: conversationRefSchema,
  /**
   * `shared`: there is a record. `nothing`: not shared or unknown; the server answers the same for both (contract
   * §16.33). `no-records`: the server does not have records of shared conversations, only events.
   */
  finding: z.enum(['shared', 'nothing', 'no-records']),
  /** As the server counts, with those that it does not show; 0 also when it is not shared. */
  events: z.number(),
  /** Of the events asked for by id, those that the server does not show. */
  missing: z.array(z.string()),
})
export type SharedLook = z.infer<typeof sharedLookSchema>
