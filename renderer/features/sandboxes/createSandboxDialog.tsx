import { useEffect, useRef, useState } from 'react'
import type { Connection, Failure, Sandbox } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Dialog } from '../../ui/index.ts'
import { type Choice, CreationForm } from './creationForm.tsx'
import { CreationProgress } from './creationProgress.tsx'

export interface CreateSandboxDialogProps {
  /** Those that have sandboxes; at least one. */
  connections: readonly [Connection, ...Connection[]]
  sandboxes: readonly Sandbox[]
  onClose: () => void
  onChanged: () => void
  /** How often a starting sandbox is asked for. */
  pollMs: number
}

type Creation =
  | { phase: 'choosing'; failure: Failure | null }
  | { phase: 'asking' }
  | { phase: 'made'; sandbox: Sandbox }

/** Chooses what a sandbox is made of, asks for it, and follows it until it runs. */
export function CreateSandboxDialog(props: CreateSandboxDialogProps) {
  const { connections, sandboxes, onClose, onChanged, pollMs } = props
  const { client } = useRpc()
  const [choice, setChoice] = useState<Choice>({ connectionId: connections[0].id, specId: null })
  const [creation, setCreation] = useState<Creation>({ phase: 'choosing', failure: null })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function create() {
    const asked = new AbortController()
    const { signal } = asked
    abort.current = asked
    setCreation({ phase: 'asking' })
    try {
      const sandbox = await client.sandboxes.create(choice, { signal })
      if (!signal.aborted) setCreation({ phase: 'made', sandbox })
      onChanged()
    } catch (error) {
      if (!signal.aborted) setCreation({ phase: 'choosing', failure: failureOf(error) })
    }
  }

  /** What the server began may go on there: the list tells. */
  function stopWaiting() {
    abort.current?.abort()
    setCreation({ phase: 'choosing', failure: null })
    onChanged()
  }

  return (
    <Dialog isOpen onClose={onClose} title="New sandbox" canClose={creation.phase !== 'asking'}>
      {creation.phase === 'made' ? (
        <CreationProgress made={creation.sandbox} pollMs={pollMs} onClose={onClose} onChanged={onChanged} />
      ) : (
        <CreationForm
          connections={connections}
          sandboxes={sandboxes}
          choice={choice}
          onChange={setChoice}
          failure={creation.phase === 'choosing' ? creation.failure : null}
          isAsking={creation.phase === 'asking'}
          onCreate={() => void create()}
          onLeave={creation.phase === 'asking' ? stopWaiting : onClose}
        />
      )}
    </Dialog>
  )
}
