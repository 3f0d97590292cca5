import { useState } from 'react'
import { useShortcut } from '../../app/shortcuts.ts'
import { EmptyState, Select } from '../../ui/index.ts'
import { useConnections, useShownConnections } from '../connections/index.ts'
import { AccountSection } from './accountSection.tsx'
import { PlacementSection } from './placementSection.tsx'
import { ProvidersSection } from './providersSection.tsx'
import { SecretsSection } from './secretsSection.tsx'
import styles from './settings.module.css'
import { useRefresh } from './useSettings.ts'

/** What the account behind a connection has on its server. */
export function SettingsPage() {
  const { connections } = useConnections()
  const shown = useShownConnections()
  const [chosen, setChosen] = useState<string | null>(null)
  const connection = connections.find(({ id }) => id === chosen) ?? shown.find(({ kind }) => kind === 'app') ?? shown[0]
  const refresh = useRefresh(connection?.id)
  useShortcut({ keys: 'r', label: 'Ask the server now', scope: 'Settings' }, refresh)

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.heading}>Settings</h1>
        {connections.length > 1 && connection !== undefined ? (
          <div className={styles.choice}>
            <Select
              label="Server"
              isLabelHidden
              isQuiet
              value={connection.id}
              onChange={setChosen}
              choices={connections.map(({ id, name, baseUrl }) => ({ id, name, detail: baseUrl }))}
            />
          </div>
        ) : (
          <span className={styles.extent}>{connection?.name}</span>
        )}
      </header>
      {connection === undefined ? (
        <EmptyState title="No server connected">Connect to a server first.</EmptyState>
      ) : connection.kind === 'agent' ? (
        <EmptyState title="A bare agent server has no account">
          Placement of conversations, secrets, git providers and MCP servers belong to an account of an app server. An
          agent server runs its conversations with what it was started with, and {connection.name} is one; choose an app
          server to see its settings.
        </EmptyState>
      ) : (
        // A key per connection: nothing typed for one account may be sent to another.
        <div className={styles.sections} key={connection.id}>
          <AccountSection connection={connection} />
          <PlacementSection connection={connection} />
          <SecretsSection connection={connection} />
          <ProvidersSection connection={connection} />
        </div>
      )}
    </div>
  )
}
