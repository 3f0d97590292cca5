import { Link } from '@tanstack/react-router'
import type { Conversation } from '../../../shared/domain/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Banner, Button, EmptyState, shortId } from '../../ui/index.ts'

interface DeletedNoticeProps {
  conversation: Conversation
  onOpen: (conversation: Conversation) => void
  onDismiss: () => void
}

export function DeletedNotice({ conversation, onOpen, onDismiss }: DeletedNoticeProps) {
  return (
    <Banner
      tone="info"
      isStrip
      title={`“${conversation.title ?? shortId(conversation.conversationId)}” is deleted on the server.`}
      actions={
        <>
          <Button onPress={() => onOpen(conversation)}>Open what is stored</Button>
          <Button variant="quiet" onPress={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      Its events stay readable here.
    </Banner>
  )
}

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title="The servers found nothing" action={<Button onPress={onShowAll}>Show all</Button>}>
      No conversation fits all that they were asked for.
    </EmptyState>
  )
}

export function NoConversations() {
  const open = useNewConversation((state) => state.open)
  return (
    <EmptyState
      title="No conversation yet"
      action={
        <Button variant="primary" onPress={open}>
          New conversation
        </Button>
      }
    >
      Start one here; those started elsewhere appear by themselves.
    </EmptyState>
  )
}

export function NoConnections() {
  return (
    <EmptyState isPage title="No server connected" action={<Link to="/connections">Connect to a server</Link>}>
      Handrail shows the conversations of the OpenHands servers that it is connected to.
    </EmptyState>
  )
}
