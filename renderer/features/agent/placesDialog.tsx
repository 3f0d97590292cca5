import { useQuery } from '@tanstack/react-query'
import type { ConversationRef, EventPlace, EventRow } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Button, Dialog, FailureBanner, ProgressBar } from '../../ui/index.ts'
import styles from './agent.module.css'

export interface PlacesDialogProps {
  conversation: ConversationRef
  row: EventRow
  onClose: () => void
}

/** Asks the servers for the events of one row, by their ids. Closing it gives up the wait. */
export function PlacesDialog({ conversation, row, onClose }: PlacesDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Where this event is"
      footer={
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p className={styles.about}>Each server is asked for it anew. Where it is missing here, it is stored.</p>
      <Places conversation={conversation} eventId={row.id} name={row.pairedId === null ? 'Event' : 'Action'} />
      {row.pairedId !== null && <Places conversation={conversation} eventId={row.pairedId} name="Result" />}
    </Dialog>
  )
}

function Places({ conversation, eventId, name }: { conversation: ConversationRef; eventId: string; name: string }) {
  const { orpc } = useRpc()
  const query = useQuery(
    orpc.event.look.queryOptions({ input: { ...conversation, eventId }, retry: false, gcTime: 0, staleTime: 0 }),
  )
  const failure = useFailure(query.error)
  const again = () => void query.refetch()
  return (
    <section className={styles.part} aria-label={name}>
      <h3 className={styles.heading}>
        {name} <code className={styles.quiet}>{eventId}</code>
      </h3>
      {failure !== null && <FailureBanner failure={failure} onRetry={again} />}
      {query.isFetching ? (
        <ProgressBar label="Asking the servers…" />
      ) : (
        query.data?.map((place) => <Place key={place.server} place={place} onRetry={again} />)
      )}
    </section>
  )
}

const SERVERS = { agent: 'Agent server', app: 'App server' }

function Place({ place: { server, finding }, onRetry }: { place: EventPlace; onRetry: () => void }) {
  if (finding.state === 'failed') return <FailureBanner failure={finding.failure} onRetry={onRetry} />
  return (
    <p>
      {SERVERS[server]}: {words(server, finding)}
    </p>
  )
}

function words(server: EventPlace['server'], finding: Exclude<EventPlace['finding'], { state: 'failed' }>): string {
  switch (finding.state) {
    case 'there':
      return finding.isNew ? 'has it; it was missing here, and is stored now.' : 'has it.'
    case 'not-asked':
      return `was not asked. ${finding.reason}`
    case 'missing':
      // Its history is fed by the agent server, later and sometimes not at all (contract §8).
      return server === 'app' ? 'does not have it: it is late, or it was lost on the way there.' : 'does not have it.'
    default:
      return finding satisfies never
  }
}
