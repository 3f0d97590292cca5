import {
  type ArchiveUsage,
  type ClearingStage,
  type ConversationRef,
  isImported,
  type OtherCopy,
  sharedBaseUrl,
} from '../../../shared/domain/index.ts'
import type { WholeArchive } from '../archive/index.ts'
import { type Base, type Rooms, signalOf } from './base.ts'
import { progressStream } from './progressStream.ts'

const DELETED = 'It was deleted from the archive.'

export function archiveProcedures(base: Base, rooms: Rooms) {
  const { archive, engine, views, connections, ports } = rooms
  const stages = (deletion: () => Promise<void>, signal: AbortSignal | undefined) =>
    progressStream<ClearingStage>(
      ports.clock,
      async (report, held) => {
        await deletion()
        return cleared(archive, report, held)
      },
      signalOf(signal),
    )

  /** What is open stays open, and empty: reading it again at once would take the space again. */
  async function forget(conversations: readonly ConversationRef[]): Promise<void> {
    const isMeant = (ref: ConversationRef) => conversations.some((one) => isSame(one, ref))
    await engine.stop(isMeant, DELETED)
    await Promise.all(conversations.map((ref) => views.closeOf(ref.connectionId, ref.conversationId)))
    await archive.forgetConversations([...conversations], 'all')
    await engine.forgotten(isMeant)
  }

  async function wipe(): Promise<void> {
    const isMeant = ({ connectionId }: ConversationRef) => connections.isKept(connectionId)
    await engine.stop(isMeant, DELETED)
    await views.closeAll()
    await archive.wipe()
    await engine.forgotten(isMeant)
  }

  return {
    usage: base.archive.usage.handler(async (): Promise<ArchiveUsage> => {
      const [{ conversations, ...usage }, listed] = await Promise.all([archive.usage(), connections.list()])
      const known = new Set(listed.map(({ id }) => id))
      return {
        ...usage,
        conversations: conversations.map(({ isDeleted, ...conversation }) => ({
          ...conversation,
          otherCopy: otherCopyOf(conversation, isDeleted, known),
          isOpen: views.isOpen(conversation),
        })),
      }
    }),
    forget: base.archive.forget.handler(({ input, signal }) => stages(() => forget(input.conversations), signal)),
    wipe: base.archive.wipe.handler(({ signal }) => stages(wipe, signal)),
    keep: base.archive.keep.handler(({ input, signal }) =>
      stages(() => connections.keep(input.connectionId, input.isKept), signal),
    ),
  }
}

/** Works until all space is given back, telling how far it is. Whoever stops listening leaves the rest to the archive. */
async function cleared(
  archive: Pick<WholeArchive, 'clear'>,
  report: (stage: ClearingStage) => void,
  signal: AbortSignal,
): Promise<ClearingStage> {
  for (;;) {
    signal.throwIfAborted()
    const stage = await archive.clear()
    if (stage.stage === 'done') return stage
    report(stage)
  }
}

function isSame(a: ConversationRef, b: ConversationRef): boolean {
  return a.connectionId === b.connectionId && a.conversationId === b.conversationId
}

function otherCopyOf({ connectionId }: ConversationRef, isDeleted: boolean, known: ReadonlySet<string>): OtherCopy {
  if (isImported(connectionId)) return 'file'
  if (isDeleted) return 'unlisted'
  return known.has(connectionId) || sharedBaseUrl(connectionId) !== null ? 'server' : 'unconnected'
}
