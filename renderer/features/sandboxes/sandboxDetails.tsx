import { useQuery } from '@tanstack/react-query'
import { type Sandbox, SIGHTINGS_OF_A_LOSS } from '../../../shared/domain/index.ts'
import { useFailure, useRpc } from '../../rpc/index.ts'
import { Banner, Button, CopyText, FailureBanner, formatTime, Spinner } from '../../ui/index.ts'
import { useConnectionNames } from '../connections/index.ts'
import { AddressList } from './addressList.tsx'
import styles from './details.module.css'
import { canDelete, powerAction, type SandboxAction } from './sandboxStatus.ts'
import { SpecFacts } from './specFacts.tsx'

export interface SandboxDetailsProps {
  sandbox: Sandbox
  onAsk: (action: SandboxAction) => void
  onLookAgain: () => void
}

/** Everything about the selected sandbox, and all that can be done to it. */
export function SandboxDetails({ sandbox, onAsk, onLookAgain }: SandboxDetailsProps) {
  const { connectionId, id, status, statusDetail, createdAt, specId } = sandbox
  const power = powerAction(sandbox)
  const connectionName = useConnectionNames().get(connectionId)
  return (
    <aside className={styles.details} aria-label="Selected sandbox">
      <h2 className={styles.title}>
        <CopyText value={id} label="the id of the sandbox" />
      </h2>
      <p className={styles.status}>
        {status}
        {statusDetail !== null && ` · ${statusDetail}`}
      </p>
      {connectionName !== undefined && <p className={styles.status}>of {connectionName}</p>}
      <p className={styles.none}>created {formatTime(createdAt)}</p>
      <div className={styles.actions}>
        {power !== null && (
          <Button onPress={() => onAsk(power)}>{power === 'pause' ? 'Pause it…' : 'Resume it…'}</Button>
        )}
        {status === 'MISSING' && <Button onPress={onLookAgain}>Look again</Button>}
        {canDelete(sandbox) && (
          <Button variant="danger" onPress={() => onAsk('delete')}>
            Delete it…
          </Button>
        )}
      </div>
      {status === 'MISSING' && <AbsenceNote sandbox={sandbox} />}
      {status === 'ERROR' && (
        <Banner tone="warn" title="It did not start, and cannot be resumed.">
          The history of its conversations stays readable; start anew in another sandbox.
        </Banner>
      )}
      <h3 className={styles.heading}>Addresses</h3>
      <AddressList key={id} sandbox={sandbox} />
      <h3 className={styles.heading}>Spec</h3>
      <p className={styles.mono}>{specId}</p>
      <SpecOf sandbox={sandbox} />
    </aside>
  )
}

/** MISSING proves nothing at first: a runtime that could not be asked looks the same (contract §16.23). */
function AbsenceNote({ sandbox }: { sandbox: Sandbox }) {
  const { seen, since } = sandbox.absence ?? { seen: 0, since: null }
  if (canDelete(sandbox)) {
    return (
      <Banner tone="warn" title={`Seen MISSING ${seen} times.`}>
        Since {formatTime(since)}. It is most likely gone; what is left of it can be deleted.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title={`Seen MISSING ${seen} of ${SIGHTINGS_OF_A_LOSS} times.`}>
      Since {formatTime(since)}. Either it is gone, or the server could not ask its runtime: deleting it is offered when
      it was seen so {SIGHTINGS_OF_A_LOSS} times, ten seconds or more apart.
    </Banner>
  )
}

function SpecOf({ sandbox: { connectionId, specId } }: { sandbox: Sandbox }) {
  const { orpc } = useRpc()
  const { data, error, isPending, refetch } = useQuery(
    orpc.sandboxes.specsById.queryOptions({ input: { connectionId, ids: [specId] }, enabled: specId !== '' }),
  )
  const failure = useFailure(error)
  if (specId === '') return <p className={styles.none}>The server did not say what it is made of.</p>
  if (failure !== null) return <FailureBanner failure={failure} onRetry={() => void refetch()} />
  if (isPending) return <Spinner label="Asking for the spec" />
  const spec = data?.[0]
  return spec ? <SpecFacts spec={spec} /> : <p className={styles.none}>The server offers this spec no longer.</p>
}
