import { useState } from 'react'
import type { Conversation, EventRow } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { Button, Menu } from '../../ui/index.ts'
import type { ActionStatus } from '../conversationActions/index.ts'
import styles from './agent.module.css'
import { ForkDialog } from './forkDialog.tsx'
import { NavigateDialog } from './navigateDialog.tsx'
import { PlacesDialog } from './placesDialog.tsx'
import { whyNoStep } from './step.ts'
import { useAgentServer, whyNotReachable } from './useAgentServer.ts'

export interface EventActionsProps {
  record: Conversation
  status: ActionStatus
  /** The selected row. */
  row: EventRow
}

/** What can be done with an event: a fork that ends with it, going back to it, looking where it is. */
export function EventActions({ record, status, row }: EventActionsProps) {
  const { has } = useAgentServer(record, status)
  const [open, setOpen] = useState<'fork' | 'navigate' | 'look' | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const blocked = whyNotReachable(status, record) ?? whyNoStep(row)
  const isRunning = status.executionStatus === 'running'
  const noGoing = blocked ?? (isRunning ? 'The agent runs: pause it first.' : null)
  const [canFork, canGo] = [has('fork') !== false, has('navigate') !== false]
  useShortcut(
    { keys: 'x f', label: 'Fork from the selected event…', scope: 'Inspector', isEnabled: canFork && blocked === null },
    () => setOpen('fork'),
  )
  useShortcut(
    { keys: 'x b', label: 'Go back to the selected event…', scope: 'Inspector', isEnabled: canGo && noGoing === null },
    () => setOpen('navigate'),
  )
  useShortcut({ keys: 'x l', label: 'Look for the selected event on the servers…', scope: 'Inspector' }, () =>
    setOpen('look'),
  )
  const close = () => setOpen(null)
  const { connectionId, conversationId } = record
  const conversation = { connectionId, conversationId }
  const item = (id: 'fork' | 'navigate' | 'look', label: string, keys: string, reason: string | null) => ({
    id,
    label,
    keys,
    ...(reason === null ? {} : { isDisabled: true, note: reason }),
    onAction: () => setOpen(id),
  })
  return (
    <>
      <Menu
        label="From this event"
        items={[
          ...(canFork ? [item('fork', 'Fork from here…', 'x f', blocked)] : []),
          ...(canGo ? [item('navigate', 'Go back to here…', 'x b', noGoing)] : []),
          item('look', 'Look for it on the servers…', 'x l', null),
        ]}
      >
        <Button variant="quiet" aria-label="From this event">
          ⋯
        </Button>
      </Menu>
      {note !== null && (
        <p className={styles.eventNote} role="status">
          {note}
        </p>
      )}
      {open === 'look' && <PlacesDialog conversation={conversation} row={row} onClose={close} />}
      {open === 'fork' && <ForkDialog record={record} status={status} row={row} onClose={close} />}
      {open === 'navigate' && (
        <NavigateDialog record={record} status={status} row={row} onClose={close} onDone={setNote} />
      )}
    </>
  )
}
