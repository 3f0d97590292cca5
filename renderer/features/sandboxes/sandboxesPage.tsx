import { useState } from 'react'
import type { Connection, Sandbox } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { Button, EmptyState, FailureBanner, Kbd, ProgressBar } from '../../ui/index.ts'
import { useShownConnections } from '../connections/index.ts'
import { CreateSandboxDialog } from './createSandboxDialog.tsx'
import { SandboxActionDialog } from './sandboxActionDialog.tsx'
import { SandboxDetails } from './sandboxDetails.tsx'
import styles from './sandboxes.module.css'
import { canDelete, powerAction, type SandboxAction } from './sandboxStatus.ts'
import { SandboxTable, sandboxKey } from './sandboxTable.tsx'
import { useSandboxes } from './useSandboxes.ts'

const SCOPE = 'Sandboxes'

/** `pollMs`: how often a sandbox that was just made is asked for. */
export function SandboxesPage({ pollMs = 2_000 }: { pollMs?: number }) {
  const connections = useShownConnections()
  const shown = useSandboxes(connections)
  const { sandboxes, isPending, isFetching, failures, refetch } = shown
  const [isCreating, setIsCreating] = useState(false)
  const running = sandboxes.filter(({ status }) => status === 'RUNNING').length
  const [first, ...others] = connections.filter(({ kind }) => kind === 'app')
  useShortcut({ keys: 'r', label: 'Ask the servers now', scope: SCOPE }, refetch)
  useShortcut({ keys: 's', label: 'New sandbox', scope: SCOPE, isEnabled: first !== undefined }, () =>
    setIsCreating(true),
  )

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.heading}>Sandboxes</h1>
        <span className={styles.extent}>
          {running} of {sandboxes.length} running
        </span>
        <span className={styles.space} />
        <Button onPress={refetch} isPending={isFetching}>
          Refresh
        </Button>
        {first !== undefined && (
          <Button onPress={() => setIsCreating(true)}>
            New sandbox… <Kbd keys="s" />
          </Button>
        )}
      </header>
      {failures.map(({ connection, failure }) => (
        <FailureBanner
          key={connection.id}
          failure={{ ...failure, message: `${connection.name}: ${failure.message}` }}
          onRetry={refetch}
          isStrip
        />
      ))}
      {isPending && sandboxes.length === 0 ? (
        <div className={styles.loading}>
          <ProgressBar label="Asking the servers for sandboxes…" />
        </div>
      ) : sandboxes.length === 0 ? (
        <NoSandbox connections={connections} />
      ) : (
        <SandboxList sandboxes={sandboxes} onLookAgain={refetch} />
      )}
      {isCreating && first !== undefined && (
        <CreateSandboxDialog
          connections={[first, ...others]}
          sandboxes={sandboxes}
          onClose={() => setIsCreating(false)}
          onChanged={refetch}
          pollMs={pollMs}
        />
      )}
    </div>
  )
}

function NoSandbox({ connections }: { connections: readonly Connection[] }) {
  const onlyAgents = connections.length > 0 && connections.every(({ kind }) => kind === 'agent')
  return (
    <EmptyState title={onlyAgents ? 'No sandboxes here' : 'No sandbox yet'}>
      {onlyAgents
        ? 'A bare agent server runs its conversations itself, without sandboxes.'
        : 'A sandbox is made when a conversation starts, or here.'}
    </EmptyState>
  )
}

/** The list with its selected sandbox beside it; what is asked of a sandbox is asked once more before it happens. */
function SandboxList({ sandboxes, onLookAgain }: { sandboxes: readonly Sandbox[]; onLookAgain: () => void }) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ sandbox: Sandbox; action: SandboxAction } | null>(null)
  const index = Math.max(
    sandboxes.findIndex((sandbox) => sandboxKey(sandbox) === selectedKey),
    0,
  )
  const selected = sandboxes[index]
  const power = selected === undefined ? null : powerAction(selected)

  function select(at: number) {
    const sandbox = sandboxes[Math.min(Math.max(at, 0), sandboxes.length - 1)]
    if (sandbox !== undefined) setSelectedKey(sandboxKey(sandbox))
  }
  function ask(action: SandboxAction | null) {
    if (selected !== undefined && action !== null) setAsking({ sandbox: selected, action })
  }
  useShortcut({ keys: 'ArrowDown', label: 'Next sandbox', scope: SCOPE }, () => select(index + 1))
  useShortcut({ keys: 'ArrowUp', label: 'Sandbox before', scope: SCOPE }, () => select(index - 1))
  useShortcut({ keys: 'Home', label: 'First sandbox', scope: SCOPE }, () => select(0))
  useShortcut({ keys: 'End', label: 'Last sandbox', scope: SCOPE }, () => select(sandboxes.length - 1))
  useShortcut({ keys: 'p', label: 'Pause or resume it…', scope: SCOPE, isEnabled: power !== null }, () => ask(power))
  const isDeletable = selected !== undefined && canDelete(selected)
  useShortcut({ keys: 'Delete', label: 'Delete it…', scope: SCOPE, isEnabled: isDeletable }, () => ask('delete'))

  return (
    <div className={styles.body}>
      <div className={styles.list}>
        <SandboxTable
          sandboxes={sandboxes}
          selected={selected}
          onSelect={(sandbox) => setSelectedKey(sandboxKey(sandbox))}
          onAsk={(sandbox, action) => setAsking({ sandbox, action })}
        />
      </div>
      {selected !== undefined && <SandboxDetails sandbox={selected} onAsk={ask} onLookAgain={onLookAgain} />}
      {asking !== null && (
        <SandboxActionDialog
          connectionId={asking.sandbox.connectionId}
          id={asking.sandbox.id}
          {...asking}
          sandboxes={sandboxes}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
