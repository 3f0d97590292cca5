import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Failure, HandrailError, type Sandbox } from '../../../shared/domain/index.ts'
import { failureOf, useFailure, useRpc } from '../../rpc/index.ts'
import { useNewConversation } from '../../state/newConversation.ts'
import { Banner, Button, FailureBanner, ProgressBar, shortId } from '../../ui/index.ts'
import styles from './creation.module.css'
import { specName } from './sandboxStatus.ts'

export interface CreationProgressProps {
  made: Sandbox
  pollMs: number
  onClose: () => void
  onChanged: () => void
}

/** A new sandbox on its way to RUNNING; it can be deleted again, or left to itself. */
export function CreationProgress({ made, pollMs, onClose, onChanged }: CreationProgressProps) {
  const { client, orpc } = useRpc()
  const [deletion, setDeletion] = useState<'none' | 'under way' | Failure>('none')
  const { connectionId, id, specId } = made
  const { data, error, refetch } = useQuery(
    orpc.sandboxes.get.queryOptions({
      input: { connectionId, ids: [id] },
      refetchInterval: ({ state }) => (isStarting(state.data?.[0]) ? pollMs : false),
    }),
  )
  const lookFailure = useFailure(error)
  const now = data === undefined ? made : (data[0] ?? null)
  const status = now?.status ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is behind whenever the status has moved.
  useEffect(onChanged, [status])

  async function remove() {
    setDeletion('under way')
    try {
      await client.sandboxes.delete({ connectionId, id })
      onChanged()
      onClose()
    } catch (failure) {
      setDeletion(failureOf(failure))
    }
  }

  return (
    <div className={styles.form}>
      <p className={styles.made}>
        <span className={styles.mono}>{id}</span>
        <span className={styles.note}>{specName(specId)}</span>
      </p>
      {now !== null && isStarting(now) && <ProgressBar label="Starting" detail={now.statusDetail ?? now.status} />}
      {now !== null && status === 'RUNNING' && (
        <Banner tone="ok" title={`Sandbox ${shortId(id)} runs.`}>
          Conversations can be started in it now.
        </Banner>
      )}
      {!isStarting(now) && status !== 'RUNNING' && <FailureBanner failure={ending(made, now)} onRetry={refetch} />}
      {lookFailure !== null && <FailureBanner failure={lookFailure} onRetry={refetch} />}
      {typeof deletion === 'object' && <FailureBanner failure={deletion} onRetry={() => void remove()} />}
      <div className={styles.actions}>
        <span className={styles.note}>{isStarting(now) && 'It goes on starting when this is closed.'}</span>
        {status !== 'RUNNING' && (
          <Button variant="danger" isPending={deletion === 'under way'} onPress={() => void remove()}>
            {isStarting(now) ? 'Cancel and delete it' : 'Delete it'}
          </Button>
        )}
        <Button onPress={onClose}>Close</Button>
        {status === 'RUNNING' && <StartInIt sandbox={made} onLeave={onClose} />}
      </div>
    </div>
  )
}

function StartInIt({ sandbox: { connectionId, id }, onLeave }: { sandbox: Sandbox; onLeave: () => void }) {
  const { change, open } = useNewConversation()
  return (
    <Button
      variant="primary"
      autoFocus
      onPress={() => {
        change({ connectionId, sandboxId: id })
        onLeave()
        open()
      }}
    >
      New conversation in it
    </Button>
  )
}

/** Also before the first answer: it was STARTING when it was made. */
function isStarting(sandbox: Sandbox | null | undefined): boolean {
  return sandbox === undefined || sandbox?.status === 'STARTING'
}

function ending({ id }: Sandbox, now: Sandbox | null): Failure {
  const what = now === null ? 'the server does not find it' : `it is ${now.status}`
  const why = now?.statusDetail ? `: ${now.statusDetail}` : ''
  return new HandrailError({
    code: 'server-error',
    message: `Sandbox ${shortId(id)} does not run: ${what}${why}.`,
    advice: 'Look again, or delete it and create another.',
  }).failure
}
