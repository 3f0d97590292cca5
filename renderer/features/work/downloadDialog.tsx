import { useEffect, useRef, useState } from 'react'
import type { DownloadStage, Failure } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, CopyText, Dialog, FailureBanner, formatCount, ProgressBar, plural } from '../../ui/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'
import styles from './work.module.css'

type State = { phase: 'running' | 'done'; stage: DownloadStage | null } | { phase: 'failed'; failure: Failure }

/** Downloads all events that the server has of a conversation, as its own zip. Begins at once; closing cancels. */
export function DownloadDialog({ record, onClose }: ActionDialogProps) {
  const { client } = useRpc()
  const { connectionId, conversationId } = record
  const [state, setState] = useState<State>({ phase: 'running', stage: null })
  const [attempt, setAttempt] = useState(0)
  const link = useRef<HTMLAnchorElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` begins it anew.
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    async function run() {
      setState({ phase: 'running', stage: null })
      try {
        for await (const stage of await client.work.download({ connectionId, conversationId }, { signal })) {
          if (!signal.aborted) setState({ phase: stage.stage === 'done' ? 'done' : 'running', stage })
        }
      } catch (error) {
        if (!signal.aborted) setState({ phase: 'failed', failure: failureOf(error) })
      }
    }
    void run()
    return () => abort.abort()
  }, [client, connectionId, conversationId, attempt])

  const done = state.phase === 'done' && state.stage?.stage === 'done' ? state.stage : null
  const address = done?.address ?? null
  useEffect(() => {
    // The browser keeps its copy at once; the address works only one time.
    if (address !== null) link.current?.click()
  }, [address])

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Download the trajectory from the server"
      footer={<Button onPress={onClose}>{state.phase === 'running' ? 'Cancel' : 'Close'}</Button>}
    >
      {state.phase === 'failed' ? (
        <FailureBanner failure={state.failure} onRetry={() => setAttempt(attempt + 1)} />
      ) : done === null ? (
        <ProgressBar label="The server packs every event into a zip…" detail={received(state.stage)} />
      ) : (
        <div className={styles.done}>
          <p>
            {plural(done.entries - 1, 'event')} in {megabytes(done.bytes)}.{' '}
            {done.redactions === 0
              ? 'It held no keys that Handrail knows.'
              : `Keys were taken out in ${plural(done.redactions, 'place')}.`}
          </p>
          <CopyText value={done.file} label="the path" />
          {address !== null && (
            <a ref={link} href={address} download hidden>
              The file
            </a>
          )}
        </div>
      )}
    </Dialog>
  )
}

function received(stage: DownloadStage | null): string {
  return stage === null || stage.bytes === 0 ? 'nothing yet' : megabytes(stage.bytes)
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${formatCount(Math.ceil(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
