import { useState } from 'react'
import type { Conversation } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { Button, Menu, type MenuAction } from '../../ui/index.ts'
import { useAgentServer } from '../agent/index.ts'
import { useConnections } from '../connections/index.ts'
import type { ActionStatus, ConversationAction } from './action.ts'
import { ACTIONS } from './actions.ts'

export interface ActionsMenuProps {
  record: Conversation
  status: ActionStatus
}

/** The button behind which everything stands that is seldom done to a conversation. */
export function ActionsMenu({ record, status }: ActionsMenuProps) {
  const [chosen, setChosen] = useState<ConversationAction | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { connections } = useConnections()
  const kind = connections.find(({ id }) => id === record.connectionId)?.kind ?? 'app'
  const { has } = useAgentServer(record, status)
  const offered = ACTIONS.filter(
    ({ isOffered, needs }) =>
      (isOffered === undefined || isOffered(kind, record)) && (needs === undefined || has(needs) !== false),
  )
  useShortcut({ keys: '.', label: 'Everything else that can be done', scope: 'Conversation' }, () => setIsOpen(true))
  if (offered.length === 0) return null
  return (
    <>
      <Menu
        label="Actions"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        items={offered.map((action) => menuItem(action, { record, status }, () => setChosen(action)))}
      >
        <Button variant="quiet" aria-label="More actions">
          ⋯
        </Button>
      </Menu>
      {offered.map((action) => (
        <ActionKey
          key={action.id}
          action={action}
          isEnabled={blockedReason(action, { record, status }) === null}
          label={labelOf(action, record)}
          onPress={() => setChosen(action)}
        />
      ))}
      {chosen !== null && <chosen.Dialog record={record} status={status} onClose={() => setChosen(null)} />}
    </>
  )
}

function menuItem(action: ConversationAction, shown: ActionsMenuProps, onAction: () => void): MenuAction {
  const reason = blockedReason(action, shown)
  return {
    id: action.id,
    label: labelOf(action, shown.record),
    ...(action.keys === undefined ? {} : { keys: action.keys }),
    ...(reason === null ? {} : { isDisabled: true, note: reason }),
    isDangerous: action.isDangerous ?? false,
    onAction,
  }
}

function ActionKey(props: { action: ConversationAction; label: string; isEnabled: boolean; onPress: () => void }) {
  const { action, label, isEnabled, onPress } = props
  useShortcut(
    { keys: action.keys ?? '', label, scope: 'Conversation', isEnabled: isEnabled && action.keys !== undefined },
    onPress,
  )
  return null
}

const labelOf = ({ label }: ConversationAction, record: Conversation) =>
  typeof label === 'string' ? label : label(record)

const blockedReason = ({ blocked }: ConversationAction, { record, status }: ActionsMenuProps) =>
  blocked?.(status, record) ?? null
