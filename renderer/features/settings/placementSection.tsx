import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GROUPING_LABELS, type GroupingStrategy } from '../../../shared/contract/index.ts'
import type { Connection } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Banner, Button, Cards, ConfirmDialog, FailureBanner, ProgressBar } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { knownStrategy, STRATEGY_CHOICES } from './strategies.ts'
import { useSettings } from './useSettings.ts'

const ABOUT = (
  <>
    <p>
      The setting <em>Sandbox Grouping Strategy</em>: which sandbox a conversation gets that starts without one being
      chosen for it. Available are your running sandboxes with fewer than 20 conversations; without one, a new sandbox
      is made.
    </p>
    <p>
      Grouping checks neither CPU, memory, disk nor credentials, and the capacity of the installation stays as it is.
      Conversations in one sandbox share its files, processes and credentials.
    </p>
  </>
)

export function PlacementSection({ connection }: { connection: Connection }) {
  const { data, error, isPending, refetch } = useSettings(connection.id)
  return (
    <Section title="Placement of conversations" about={ABOUT}>
      {error !== null && data === undefined ? (
        <>
          <FailureBanner failure={failureOf(error)} onRetry={() => void refetch()} />
          {failureOf(error).status === 500 && (
            <p className={styles.note}>
              A server answers 500 to nearly everything once another program has stored a strategy that does not exist.
              Handrail sends none but the five; only the operator of the server can mend such an account.
            </p>
          )}
        </>
      ) : isPending ? (
        <ProgressBar label="Reading the settings…" />
      ) : (
        <PlacementForm
          connection={connection}
          stored={data.settings?.grouping ?? null}
          isNew={data.settings === null}
        />
      )}
    </Section>
  )
}

interface PlacementFormProps {
  connection: Connection
  /** As the server says; null when it does not, and for a user without settings. */
  stored: string | null
  isNew: boolean
}

function PlacementForm({ connection, stored, isNew }: PlacementFormProps) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const [picked, setPicked] = useState<GroupingStrategy | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const current = knownStrategy(stored ?? 'NO_GROUPING')
  const value = picked ?? current
  const before = current === null ? `“${stored}”` : `“${GROUPING_LABELS[current]}”`
  return (
    <>
      {isNew && (
        <Banner tone="info" title="This account has no settings yet.">
          The server’s own hold: no grouping. Saving here makes the first.
        </Banner>
      )}
      {current === null && (
        <Banner tone="warn" title={`The server says ${before}, which Handrail does not know.`}>
          It stays as it is until you save one of the five.
        </Banner>
      )}
      <Cards
        label="Sandbox grouping strategy"
        value={value ?? ''}
        onChange={(id) => setPicked(knownStrategy(id))}
        choices={STRATEGY_CHOICES.map(({ id, name, place }) => ({
          id: id as string,
          name: id === current ? `${name} · now` : name,
          detail: (
            <>
              {place} <code className={styles.code}>{id}</code>
            </>
          ),
        }))}
      />
      <div className={styles.actions}>
        {picked !== null && picked !== current && <Button onPress={() => setPicked(null)}>Leave as it is</Button>}
        <Button
          variant="primary"
          isDisabled={value === null || (value === current && !isNew)}
          onPress={() => setIsAsking(true)}
        >
          Save placement…
        </Button>
      </div>
      {value !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          title={`Place new conversations by “${GROUPING_LABELS[value]}”?`}
          confirmLabel="Save"
          onConfirm={async (signal) => {
            await client.settings.setGrouping({ connectionId: connection.id, strategy: value }, { signal })
            await queries.invalidateQueries({ queryKey: orpc.settings.key() })
            setPicked(null)
          }}
        >
          <div className={styles.prose}>
            <p>
              It replaces {isNew ? 'the server’s default, “No grouping”,' : before} for every conversation that is
              started with the settings of this account on {connection.name}, here or elsewhere. Conversations that are
              there stay where they are.
            </p>
            {value !== 'NO_GROUPING' && (
              <p>
                With grouping, each conversation works in a folder of its own below the sandbox’s working folder, also
                when its sandbox is chosen by hand.
              </p>
            )}
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
