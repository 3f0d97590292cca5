import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GIT_PROVIDERS } from '../../../shared/contract/index.ts'
import type { AccountSettings, Connection, Registration } from '../../../shared/domain/index.ts'
import { useRpc } from '../../rpc/index.ts'
import { Banner, Button, ConfirmDialog, Menu, Segments } from '../../ui/index.ts'
import { useSettingsDraft } from './draftStore.ts'
import { McpRows } from './mcpRows.tsx'
import { ProviderRows } from './providerRows.tsx'
import { RegisterDialog } from './registerDialog.tsx'
import {
  knownProvider,
  type Problems,
  type ProviderDraft,
  providerName,
  providersOf,
  type RegistrationDraft,
  registrationOf,
  UNTOUCHED,
} from './registrationDraft.ts'
import { useSecretInputs } from './secretInputs.ts'
import styles from './settings.module.css'

interface Review {
  providers: ProviderDraft[]
  /** Names alone: the credentials are read from their fields again when they are sent. */
  mcpServers: Registration['mcpServers']
}

/** Builds the whole list that replaces what is stored, and asks before it is sent. */
export function RegistrationForm({
  connection,
  settings,
}: {
  connection: Connection
  settings: AccountSettings | null
}) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const inputs = useSecretInputs()
  const {
    draft: { registration: draft },
    change,
  } = useSettingsDraft(connection.id)
  const setDraft = (registration: RegistrationDraft) => change({ registration })
  const [problems, setProblems] = useState<Problems>({})
  const [review, setReview] = useState<Review | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const [sent, setSent] = useState<readonly string[] | null>(null)
  const stored = settings?.providers ?? []
  const providers = providersOf(stored, draft)
  const unknown = stored.map(({ provider }) => provider).filter((provider) => knownProvider(provider) === null)
  const free = GIT_PROVIDERS.filter((provider) => !providers.some((one) => one.provider === provider))
  const isTouched = draft.mcpServers !== null || Object.keys(draft.providers).length > 0
  const read = () => registrationOf(providers, draft.mcpServers, inputs.read)
  // Not by name: the older of the two calls takes an address without one.
  const isUnseen = sent !== null && sent.length > 0 && (settings?.mcpServers ?? []).length === 0

  function addServer() {
    const servers = draft.mcpServers ?? []
    const id = Math.max(0, ...servers.map((server) => server.id)) + 1
    const server = { id, kind: 'shttp' as const, name: '', url: '', command: '', args: '' }
    setDraft({ ...draft, mcpServers: [...servers, server] })
  }

  function check() {
    const { registration, problems: found } = read()
    setProblems(found)
    setSent(null)
    if (Object.keys(found).length > 0) return
    const names = registration.mcpServers?.map(({ name }) => ({ kind: 'sse' as const, name, url: '', apiKey: '' }))
    setReview({ providers, mcpServers: names ?? null })
  }

  async function send(signal: AbortSignal) {
    const { registration } = read()
    const names = registration.mcpServers?.map(({ name }) => name) ?? []
    try {
      await client.gitProviders.register({ connectionId: connection.id, registration }, { signal })
      inputs.clear()
      setDraft(UNTOUCHED)
      setSent(names)
    } finally {
      await queries.invalidateQueries({ queryKey: orpc.settings.key() })
    }
  }

  return (
    <div className={styles.form}>
      {providers.length === 0 && unknown.length === 0 ? (
        <p className={styles.note}>No git provider is set.</p>
      ) : (
        <ProviderRows
          providers={providers}
          inputs={inputs}
          problems={problems}
          onChange={(provider, change) => setDraft({ ...draft, providers: { ...draft.providers, [provider]: change } })}
          onDrop={(provider) => {
            const { [provider]: _dropped, ...rest } = draft.providers
            setDraft({ ...draft, providers: rest })
          }}
          onEdit={() => setProblems({})}
        />
      )}
      {unknown.length > 0 && (
        <Banner tone="warn" title={`Also set: ${unknown.join(', ')}.`}>
          Handrail does not know it and cannot name it to the server, so sending this list removes it.
        </Banner>
      )}
      <div className={styles.tools}>
        {free.length > 0 && (
          <Menu
            label="Git provider to add"
            items={free.map((provider) => ({
              id: provider,
              label: providerName(provider),
              onAction: () =>
                setDraft({ ...draft, providers: { ...draft.providers, [provider]: { fate: 'new', host: '' } } }),
            }))}
          >
            <Button>Add a provider…</Button>
          </Menu>
        )}
        <span className={styles.space} />
        {stored.length > 0 && (
          <Button variant="danger" onPress={() => setIsRemoving(true)}>
            Remove all…
          </Button>
        )}
      </div>

      <div className={styles.tools}>
        <h3 className={styles.subtitle}>MCP servers</h3>
        <span className={styles.space} />
        <Segments
          label="MCP servers of the account"
          value={draft.mcpServers === null ? 'leave' : 'send'}
          onChange={(id) => (id === 'leave' ? setDraft({ ...draft, mcpServers: null }) : addServer())}
          choices={[
            { id: 'leave', name: 'Leave as they are' },
            { id: 'send', name: 'Send a new list' },
          ]}
        />
      </div>
      <p className={styles.note}>{storedText(settings)}</p>
      {draft.mcpServers !== null && (
        <>
          <McpRows
            servers={draft.mcpServers}
            inputs={inputs}
            problems={problems}
            onChange={(mcpServers) => setDraft({ ...draft, mcpServers })}
            onEdit={() => setProblems({})}
          />
          <div className={styles.tools}>
            <Button onPress={addServer}>Add a server</Button>
          </div>
        </>
      )}

      {Object.keys(problems).length > 0 && (
        <Banner tone="danger" title="Nothing was sent: look at the marked fields." />
      )}
      {sent !== null && (
        <Banner tone="ok" title="The server stored the list.">
          {sent.length === 0 ? '' : `With it: ${sent.join(', ')}.`}
        </Banner>
      )}
      {isUnseen && (
        <Banner tone="warn" title="The settings of the account list no MCP server.">
          Some servers take MCP servers in this call without using them. Look in the server’s own settings page.
        </Banner>
      )}
      <div className={styles.actions}>
        {isTouched && (
          <Button
            onPress={() => {
              inputs.clear()
              setDraft(UNTOUCHED)
              setProblems({})
            }}
          >
            Leave all as it is
          </Button>
        )}
        <Button variant="primary" isDisabled={!isTouched} onPress={check}>
          Review and send…
        </Button>
      </div>

      {review !== null && (
        <RegisterDialog
          connection={connection}
          providers={review.providers}
          unknown={unknown}
          mcpServers={review.mcpServers}
          storedMcpServers={settings?.mcpServers ?? null}
          onSend={send}
          onClose={() => setReview(null)}
        />
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title="Remove all git providers?"
        confirmLabel="Remove all"
        isDangerous
        affected={{
          heading: `Tokens of the account on ${connection.name}`,
          items: stored.map(({ provider, host }) => ({
            id: provider,
            name: host === null ? providerName(provider) : `${providerName(provider)} · ${host}`,
            state: 'removed',
            tone: 'danger',
          })),
        }}
        onConfirm={async (signal) => {
          try {
            await client.gitProviders.removeAll({ connectionId: connection.id }, { signal })
            setDraft({ ...draft, providers: {} })
          } finally {
            await queries.invalidateQueries({ queryKey: orpc.settings.key() })
          }
        }}
      >
        <p>
          The tokens cannot be had back. Agents of this account can then read public repositories only, until a provider
          is set again. MCP servers stay.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function storedText(settings: AccountSettings | null): string {
  const names = settings?.mcpServers ?? null
  if (names === null) return 'The server does not say which MCP servers the account has.'
  return names.length === 0 ? 'The account has none.' : `The account has ${names.join(', ')}. A new list replaces them.`
}
