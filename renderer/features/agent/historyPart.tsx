import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AgentSettings, Conversation } from '../../../shared/domain/index.ts'
import { Button, shortId } from '../../ui/index.ts'
import type { ActionStatus } from '../conversationActions/index.ts'
import styles from './agent.module.css'
import { CondenseDialog } from './condenseDialog.tsx'
import { ForkDialog } from './forkDialog.tsx'
import { Part } from './part.tsx'

export interface HistoryPartProps {
  record: Conversation
  status: ActionStatus
  settings: AgentSettings
  canFork: boolean
  canCondense: boolean
}

/** Where the conversation comes from and where its next event goes. */
export function HistoryPart({ record, status, settings, canFork, canCondense }: HistoryPartProps) {
  const [open, setOpen] = useState<'fork' | 'condense' | null>(null)
  const { forkedFrom, leafEventId } = settings
  const close = () => setOpen(null)
  return (
    <Part name="History">
      <dl className={styles.facts}>
        <dt>forked from</dt>
        <dd>
          {forkedFrom === null ? (
            'no other conversation'
          ) : (
            <>
              <Link
                to="/c/$connectionId/$conversationId"
                params={{ connectionId: record.connectionId, conversationId: forkedFrom.conversationId }}
              >
                conversation {shortId(forkedFrom.conversationId)}
              </Link>
              {forkedFrom.eventId === null ? ', whole' : `, up to event ${shortId(forkedFrom.eventId)}`}
            </>
          )}
        </dd>
        <dt>goes on after</dt>
        <dd>{leafEventId === null ? 'nothing: before the first event' : <code>{leafEventId}</code>}</dd>
      </dl>
      <div className={styles.actions}>
        {canFork && <Button onPress={() => setOpen('fork')}>Fork…</Button>}
        {canCondense && <Button onPress={() => setOpen('condense')}>Condense…</Button>}
      </div>
      {open === 'fork' && <ForkDialog record={record} status={status} onClose={close} />}
      {open === 'condense' && <CondenseDialog record={record} status={status} onClose={close} />}
    </Part>
  )
}
