import type { ArchiveUsage, KeptConversation, OtherCopy } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { type Affected, ConfirmDialog, formatBytes, plural } from '../../ui/index.ts'
import { useDeletion } from '../clearing/index.ts'
import { keptName, sumOf } from './keptRows.ts'

/** Those that are named one by one. */
const MOST_NAMED = 8

export interface ForgetDialogProps {
  conversations: readonly KeptConversation[]
  usage: ArchiveUsage
  /** False while it is looked at anew. */
  isMeasured: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Names what goes, and whether there is another copy of it. */
export function ForgetDialog({ conversations, usage, isMeasured, onClose, onDeleted }: ForgetDialogProps) {
  const { client } = useRpc()
  const deletion = useDeletion()
  const [only] = conversations
  const what =
    conversations.length === 1 && only !== undefined
      ? `“${keptName(only)}”`
      : plural(conversations.length, 'conversation')
  const { events, bytes } = sumOf(conversations)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete ${what} from the archive?`}
      confirmLabel={conversations.length === 1 ? 'Delete here' : `Delete all ${conversations.length} here`}
      isDangerous
      canConfirm={isMeasured}
      affected={{
        heading: `${plural(events, 'event')}, ${formatBytes(bytes)}, deleted from this disk`,
        items: named(conversations),
      }}
      onConfirm={async (signal) => {
        const refs = conversations.map(({ connectionId, conversationId }) => ({ connectionId, conversationId }))
        const run = (held: AbortSignal) => client.archive.forget({ conversations: refs }, { signal: held })
        await deletion({ what, events, usage }, run, signal)
        onDeleted()
      }}
    >
      {consequences(conversations).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmDialog>
  )
}

function named(conversations: readonly KeptConversation[]): Affected[] {
  // Those that somebody would miss come first.
  const order = [...conversations].sort((a, b) => Number(isOnlyCopy(b)) - Number(isOnlyCopy(a)) || b.bytes - a.bytes)
  const shown = order.slice(0, MOST_NAMED).map(
    (one): Affected => ({
      id: `${one.connectionId}/${one.conversationId}`,
      name: keptName(one),
      state: [
        plural(one.events, 'event'),
        formatBytes(one.bytes),
        one.isOpen ? 'open now' : null,
        isOnlyCopy(one) ? 'only copy' : null,
      ]
        .filter((part) => part !== null)
        .join(' · '),
      tone: isOnlyCopy(one) ? 'danger' : one.isOpen ? 'warn' : 'neutral',
    }),
  )
  const rest = order.slice(MOST_NAMED)
  if (rest.length === 0) return shown
  const { events, bytes } = sumOf(rest)
  return [
    ...shown,
    { id: 'rest', name: `and ${rest.length} more`, state: `${plural(events, 'event')} · ${formatBytes(bytes)}` },
  ]
}

const isOnlyCopy = ({ otherCopy }: KeptConversation) => otherCopy !== 'server'

/** What becomes of them, by where there is another copy. */
export function consequences(conversations: readonly KeptConversation[]): string[] {
  const count = (copy: OtherCopy) => conversations.filter(({ otherCopy }) => otherCopy === copy).length
  const all = conversations.length
  const open = conversations.filter(({ isOpen }) => isOpen).length
  const who = (n: number) => (n === all ? (n === 1 ? 'It' : 'They') : n === 1 ? 'One of them' : `${n} of them`)
  const is = (n: number) => (n === 1 ? 'is' : 'are')
  const [server, file, unlisted, unconnected] = [
    count('server'),
    count('file'),
    count('unlisted'),
    count('unconnected'),
  ]
  return [
    server > 0 &&
      `${server === all ? 'The server’s own copy' : `The server’s own copy of ${server === 1 ? 'one' : server} of them`} is not touched, and is read again when the conversation is opened.`,
    file > 0 && `${who(file)} ${is(file)} imported from a file: gone for good, unless the file is imported again.`,
    unlisted > 0 &&
      `${who(unlisted)} ${is(unlisted)} no longer listed by the server, which may have nothing of it any more: expect that it is gone for good.`,
    unconnected > 0 &&
      `${who(unconnected)} ${is(unconnected)} of a connection that was removed: gone, unless you connect to its server again.`,
    open > 0 &&
      `${who(open)} ${is(open)} open now. What is open stays open and empty, and is read again only when you ask for it there.`,
  ].filter((line) => line !== false)
}
