import { type Conversation, type ConversationRef, type ForkWish, HandrailError } from '../../../shared/domain/index.ts'
import { type Rooms, withAgent } from './base.ts'

const KNOWN_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 1_000

/**
 * Forks a conversation and waits until it can be opened. An agent server tells its app server of changes, not of
 * forks (seen on 1.34.0): it is made to tell by a name that the fork already has. The name never travels and is given to the
 * record too. What fails after the fork was made can be tried again: the same id gives the same fork.
 */
export async function makeFork(
  rooms: Pick<Rooms, 'gateway' | 'connections' | 'ports'>,
  source: ConversationRef,
  wish: ForkWish,
  signal: AbortSignal,
): Promise<Conversation> {
  const fork = await withAgent(rooms, source, (agent) => agent.fork(source.conversationId, wish, signal), signal)
  const connection = rooms.connections.get(source.connectionId)
  if (connection.kind === 'agent') return fork
  const { conversationId, tags } = fork
  const title = wish.title === '' ? null : wish.title
  try {
    await withAgent(
      rooms,
      source,
      (agent) =>
        title === null ? agent.replaceTags(conversationId, tags, signal) : agent.rename(conversationId, title, signal),
      signal,
    )
    await untilKnown(rooms, fork, signal)
    if (title !== null) await rooms.gateway.appServer(connection).updateConversation(conversationId, { title }, signal)
    return fork
  } catch (error) {
    if (!(error instanceof HandrailError)) throw error
    const advice = 'The fork was made; try again to open it, no second one is made.'
    throw new HandrailError({ ...error.failure, advice, isSafeToRetry: true }, { cause: error })
  }
}

async function untilKnown(
  { gateway, connections, ports: { clock } }: Pick<Rooms, 'gateway' | 'connections' | 'ports'>,
  { connectionId, conversationId }: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const app = gateway.appServer(connections.get(connectionId))
  const end = clock.now() + KNOWN_WITHIN_MS
  for (;;) {
    const [record] = await app.conversations([conversationId], 'person', signal)
    if (record != null) return
    if (clock.now() >= end) {
      const message = `The app server does not know fork ${conversationId.slice(0, 8)} yet.`
      throw new HandrailError({ code: 'timeout', message })
    }
    await clock.sleep(LOOK_EVERY_MS, signal)
  }
}
