import type { Connection, Registration } from '../../../shared/domain/index.ts'
import { type Affected, ConfirmDialog } from '../../ui/index.ts'
import { type Fate, type ProviderDraft, providerName } from './registrationDraft.ts'
import styles from './settings.module.css'

export interface RegisterDialogProps {
  connection: Connection
  providers: readonly ProviderDraft[]
  /** Stored providers that this console cannot name to the server, and so cannot keep. */
  unknown: readonly string[]
  mcpServers: Registration['mcpServers']
  /** Names of the stored ones; null when the server does not list them. */
  storedMcpServers: readonly string[] | null
  onSend: (signal: AbortSignal) => Promise<void>
  onClose: () => void
}

const WORDS: Readonly<Record<Fate, { state: string; tone: 'ok' | 'accent' | 'danger' }>> = {
  keep: { state: 'stored token stays', tone: 'ok' },
  new: { state: 'new token', tone: 'accent' },
  remove: { state: 'removed', tone: 'danger' },
}

/** Says what will be stored instead of what is, before anything is sent. */
export function RegisterDialog(props: RegisterDialogProps) {
  const { connection, providers, unknown, mcpServers, storedMcpServers, onSend, onClose } = props
  const items: Affected[] = [
    ...providers.map(({ provider, fate, host }) => ({
      id: provider,
      name: host.trim() === '' ? providerName(provider) : `${providerName(provider)} · ${host.trim()}`,
      ...WORDS[fate],
    })),
    ...unknown.map((provider) => ({
      id: provider,
      name: `${provider}, which Handrail does not know`,
      ...WORDS.remove,
    })),
  ]
  const isLosing = unknown.length > 0 || providers.some(({ fate }) => fate === 'remove')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Replace the stored git providers?"
      confirmLabel="Replace and send"
      isDangerous={isLosing}
      affected={{
        heading: `Git providers of the account on ${connection.name}`,
        items,
        whenNone: 'No git provider is stored afterwards.',
      }}
      onConfirm={onSend}
    >
      <div className={styles.prose}>
        <p>
          The server replaces all providers that it has stored by the list below, for everyone who uses the account. It
          tries each new token first and stores nothing when one is refused.
        </p>
        <p>{mcpText(mcpServers, storedMcpServers)}</p>
      </div>
    </ConfirmDialog>
  )
}

function mcpText(sent: Registration['mcpServers'], stored: readonly string[] | null): string {
  if (sent === null) return 'No list of MCP servers is sent: those of the account stay as they are.'
  const names = sent.length === 0 ? 'an empty list' : sent.map(({ name }) => name).join(', ')
  const before =
    stored === null
      ? 'whatever is stored; the server does not list it'
      : stored.length === 0
        ? 'none so far'
        : stored.join(', ')
  return `MCP servers sent: ${names}, in the place of ${before}.`
}
