import {
  type Connection,
  type Conversation,
  type ConversationRef,
  HandrailError,
} from '../../../../shared/domain/index.ts'
import { isPlainHttpToOtherMachine } from '../baseUrl.ts'
import { shortId } from '../shortId.ts'
import type { AgentServerClient, AppServerClient } from '../types.ts'
import type { AccessBook, AgentAccess } from './accessBook.ts'
import type { AgentTarget } from './agentSession.ts'

export interface AgentRegistryOptions {
  book: AccessBook
  allowPlainHttp: boolean
  createClient(connectionId: string, target: AgentTarget): AgentServerClient
}

/** Finds the agent server of a conversation through its app server's record. */
export interface AgentRegistry {
  /** `refresh` reads the record anew. Throws `not-found` without a record, `conflict` when the sandbox does not run. */
  find(
    connection: Connection,
    app: AppServerClient,
    ref: ConversationRef,
    refresh: boolean,
    signal: AbortSignal,
  ): Promise<AgentServerClient>
}

export function createAgentRegistry({ book, allowPlainHttp, createClient }: AgentRegistryOptions): AgentRegistry {
  return {
    async find(connection, app, ref, refresh, signal) {
      if (refresh) book.forget(ref)
      let access = book.find(ref)
      if (access === null) {
        // Reading the record is enough: the book hears every record that passes.
        const [record] = await app.conversations([ref.conversationId], 'person', signal)
        access = book.find(ref)
        if (access === null) throw noAccess(ref, record ?? null)
      }
      const { baseUrl, key } = access
      if (!allowPlainHttp && connection.baseUrl.startsWith('https:') && isPlainHttpToOtherMachine(new URL(baseUrl))) {
        throw plainHttp(ref, access)
      }
      return createClient(ref.connectionId, { baseUrl, key: async () => key })
    },
  }
}

function noAccess(ref: ConversationRef, record: Conversation | null): HandrailError {
  const name = `conversation ${shortId(ref.conversationId)}`
  if (record === null) {
    return new HandrailError({
      code: 'not-found',
      message: `The app server does not know ${name}.`,
      advice: 'It may have been deleted, or belong to another account: refresh the list.',
    })
  }
  const isRunning = record.sandboxStatus === 'RUNNING'
  return new HandrailError({
    code: 'conflict',
    message: isRunning
      ? `The sandbox of ${name} is RUNNING, but the app server gives no address for its agent server.`
      : `The sandbox of ${name} is ${record.sandboxStatus ?? 'not known'}, so its agent server cannot be reached.`,
    advice: adviceFor(record.sandboxStatus),
    isSafeToRetry: true,
  })
}

function adviceFor(sandboxStatus: string | null): string {
  switch (sandboxStatus) {
    case 'PAUSED':
      return 'Resume the sandbox first.'
    case 'RUNNING':
    case 'STARTING':
      return 'Try again in a moment.'
    default:
      return 'What is stored can be read; to go on, start a new conversation.'
  }
}

function plainHttp(ref: ConversationRef, { baseUrl }: AgentAccess): HandrailError {
  return new HandrailError({
    code: 'tls',
    message: `The agent server of conversation ${shortId(ref.conversationId)} has the address ${baseUrl}: its key would travel readable by everyone on the way.`,
    advice: 'Ask the owner of the installation to serve sandboxes over https.',
  })
}
