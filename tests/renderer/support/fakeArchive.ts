import { implement } from '@orpc/server'
import type { ArchiveUsage, ClearingStage, KeptConversation, ListedConnection } from '../../../shared/domain/index.ts'
import { IMPORTED } from '../../../shared/domain/index.ts'
import { contract } from '../../../shared/rpc/index.ts'
import { CLOUD, fakeConversationId } from './fakeFleet.ts'

export interface FakeArchiveState {
  usage: ArchiveUsage
  /** Stages that every deletion walks before it is done. */
  stages: ClearingStage[]
}

const MB = 1_000_000

function kept(n: number, more: Partial<KeptConversation> = {}): KeptConversation {
  return {
    connectionId: CLOUD,
    conversationId: fakeConversationId(n),
    title: `Kept ${n}`,
    events: 100 * n,
    rawBytes: 3 * n * MB,
    bytes: n * MB,
    lastEventAt: Date.UTC(2026, 7, 24, 9, n),
    openedAt: null,
    otherCopy: 'server',
    isOpen: false,
    ...more,
  }
}

export function fakeArchiveState(): FakeArchiveState {
  return {
    usage: {
      databaseBytes: 18 * MB,
      walBytes: MB,
      freeBytes: 2 * MB,
      leavingBytes: 0,
      setAsideBytes: 0,
      memoryBytes: 0,
      conversations: [
        kept(1),
        kept(2, { title: 'A run from elsewhere', connectionId: IMPORTED, otherCopy: 'file' }),
        kept(3, { isOpen: true, openedAt: Date.UTC(2026, 7, 24, 10) }),
        kept(4, { otherCopy: 'unlisted' }),
        kept(5, { title: null }),
      ],
    },
    stages: [
      { stage: 'deleting', eventsLeft: 100 },
      { stage: 'returning', bytesLeft: 2 * MB },
    ],
  }
}

/** An archive in which deleting takes conversations away at once and the space after the stages. */
export function fakeArchiveProcedures(state: { archive: FakeArchiveState; connections: ListedConnection[] }) {
  const os = implement(contract)
  async function* without(isGone: (conversation: KeptConversation) => boolean) {
    const { usage, stages } = state.archive
    const conversations = usage.conversations.filter((conversation) => !isGone(conversation))
    yield* stages
    const databaseBytes = conversations.reduce((sum, { bytes }) => sum + bytes, MB)
    state.archive.usage = { ...usage, databaseBytes, walBytes: 0, freeBytes: 0, conversations }
    yield { stage: 'done', bytes: databaseBytes } as const
  }
  return {
    archive: {
      usage: os.archive.usage.handler(() => state.archive.usage),
      forget: os.archive.forget.handler(({ input }) =>
        without(({ connectionId, conversationId }) =>
          input.conversations.some((one) => one.connectionId === connectionId && one.conversationId === conversationId),
        ),
      ),
      wipe: os.archive.wipe.handler(() => without(() => true)),
      keep: os.archive.keep.handler(({ input }) => {
        state.connections = state.connections.map(({ keepsNothing: _before, ...connection }) =>
          connection.id === input.connectionId && !input.isKept ? { ...connection, keepsNothing: true } : connection,
        )
        return without(({ connectionId }) => !input.isKept && connectionId === input.connectionId)
      }),
    },
  }
}
