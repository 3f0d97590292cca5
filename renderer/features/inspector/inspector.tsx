import { type ReactNode, useState } from 'react'
import type { ConversationRef, EventRow } from '../../../shared/domain/index.ts'
import { EmptyState, IconButton, Segments, Tabs } from '../../ui/index.ts'
import styles from './inspector.module.css'
import { JsonView } from './jsonView.tsx'
import { PrettyView } from './prettyView.tsx'
import { useEventBody } from './useEventBody.ts'

export interface InspectorProps {
  conversation: ConversationRef
  /** The selected row; null when nothing or a gap is selected. */
  row: EventRow | null
  /** What can be done from the event on. */
  actions?: (row: EventRow) => ReactNode
  onClose: () => void
}

/** One event in full: what it says, and the JSON it was. */
export function Inspector({ conversation, row, actions, onClose }: InspectorProps) {
  const [tab, setTab] = useState('pretty')
  return (
    <aside className={styles.inspector} aria-label="Inspector">
      <div className={styles.close}>
        {row !== null && actions?.(row)}
        <IconButton label="Close the inspector" onPress={onClose}>
          ×
        </IconButton>
      </div>
      {row === null ? (
        <EmptyState title="Nothing selected">Select a row to read its event.</EmptyState>
      ) : (
        <SelectedEvent key={row.id} conversation={conversation} row={row} tab={tab} onTab={setTab} />
      )}
    </aside>
  )
}

function SelectedEvent(props: {
  conversation: ConversationRef
  row: EventRow
  tab: string
  onTab: (tab: string) => void
}) {
  const { conversation, row, tab, onTab } = props
  const [side, setSide] = useState<'event' | 'answer'>('event')
  const version = `${row.bytes} ${row.pairedId}`
  const event = useEventBody(conversation, row.id, version)
  const answer = useEventBody(conversation, row.pairedId, version)
  const isAnswer = row.pairedId !== null && side === 'answer'
  return (
    <Tabs
      label="Event"
      selected={tab}
      onSelect={onTab}
      items={[
        {
          id: 'pretty',
          name: 'Pretty',
          content: (
            <PrettyView
              row={row}
              event={event}
              answer={row.pairedId === null ? null : answer}
              onJson={() => onTab('json')}
            />
          ),
        },
        {
          id: 'json',
          name: 'JSON',
          content: (
            <div className={styles.json}>
              {row.pairedId !== null && (
                <div className={styles.sides}>
                  <Segments
                    label="Which event of the span"
                    value={side}
                    onChange={setSide}
                    choices={[
                      { id: 'event', name: 'action' },
                      { id: 'answer', name: 'result' },
                    ]}
                  />
                </div>
              )}
              <JsonView
                key={isAnswer ? 'answer' : 'event'}
                eventId={isAnswer ? (row.pairedId ?? row.id) : row.id}
                label={isAnswer ? 'result' : row.pairedId === null ? 'event' : 'action'}
                state={isAnswer ? answer : event}
              />
            </div>
          ),
        },
      ]}
    />
  )
}
