import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ConnectionCheck, Failure } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { useConnectionChoice } from '../../state/connectionChoice.ts'
import { Banner, Button, Cards, FailureBanner, ProgressBar, SecretField, TextField } from '../../ui/index.ts'
import { baseUrlProblem, type ConnectField, type ConnectFields, failedField } from './addConnection.ts'
import styles from './connections.module.css'
import { PassphraseDialog } from './passphraseDialog.tsx'

const EMPTY: ConnectFields = { kind: 'app', name: '', baseUrl: '', orgId: '' }

type Problems = Partial<Record<ConnectField, string>>

/**
 * The key is read from its input on submit and handed to the call; it is never in React state, in the query cache or
 * in web storage. On failure everything stays as typed, the key too.
 */
export function ConnectForm({ onConnected }: { onConnected?: (check: ConnectionCheck) => void }) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const choose = useConnectionChoice((state) => state.choose)
  const key = useRef<HTMLInputElement>(null)
  const [fields, setFields] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const [underWay, setUnderWay] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [added, setAdded] = useState<ConnectionCheck | null>(null)
  const [isLocked, setIsLocked] = useState(false)
  const [hasLostFocus, setHasLostFocus] = useState(false)

  function change(change: Partial<ConnectFields>) {
    setFields((before) => ({ ...before, ...change }))
    setProblems({})
  }

  async function connect() {
    const found = check(fields, key.current?.value ?? '')
    setProblems(found)
    setFailure(null)
    setAdded(null)
    if (Object.keys(found).length > 0) return
    const abort = new AbortController()
    setUnderWay(abort)
    try {
      const result = await client.connections.add(request(fields, key.current?.value ?? ''), { signal: abort.signal })
      if (key.current !== null) key.current.value = ''
      setFields(EMPTY)
      setAdded(result)
      await queries.invalidateQueries({ queryKey: orpc.connections.list.key() })
      choose(result.connection.id)
      onConnected?.(result)
    } catch (error) {
      show(failureOf(error))
    } finally {
      // Cancel goes with the focus on it, and a field that is off while busy loses it.
      setHasLostFocus(abort.signal.aborted || document.activeElement === document.body)
      setUnderWay(null)
    }
  }

  function show(failed: Failure) {
    if (failed.code === 'cancelled') return
    if (failed.code === 'locked') return setIsLocked(true)
    setFailure(failed)
    const field = failedField(failed)
    if (field !== null) setProblems({ [field]: failed.field === null ? FIELD_HINTS[field] : failed.message })
  }

  const isBusy = underWay !== null
  return (
    <form
      className={styles.form}
      aria-label="Connect to a server"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) void connect()
      }}
    >
      <Cards label="Kind of server" value={fields.kind} onChange={(kind) => change({ kind })} choices={KINDS} />
      <TextField
        label="Base URL"
        placeholder={fields.kind === 'app' ? 'https://app.all-hands.dev' : 'http://127.0.0.1:8000'}
        value={fields.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
        error={problems.baseUrl ?? null}
        isDisabled={isBusy}
        isMono
        autoComplete="url"
        inputMode="url"
      />
      <SecretField
        label="API key"
        inputRef={key}
        description={
          fields.kind === 'app'
            ? 'Made in the server’s settings under API Keys. It goes to the vault of this machine and nowhere else.'
            : 'The session key that the agent server was started with. It goes to the vault of this machine.'
        }
        error={problems.key ?? null}
        onEdit={() => problems.key !== undefined && setProblems({})}
      />
      <TextField
        label="Name"
        placeholder="as it is shown here; the host name when empty"
        value={fields.name}
        onChange={(name) => change({ name })}
        error={problems.name ?? null}
        isDisabled={isBusy}
        maxLength={100}
      />
      {fields.kind === 'app' && (
        <TextField
          label="Organisation id"
          placeholder="only for a key that is bound to none"
          value={fields.orgId}
          onChange={(orgId) => change({ orgId })}
          error={problems.orgId ?? null}
          isDisabled={isBusy}
          isMono
        />
      )}
      {failure !== null && <FailureBanner failure={failure} />}
      {added !== null && (
        <Banner tone="ok" title={`${added.connection.name} is connected.`}>
          {added.summary}
        </Banner>
      )}
      {isBusy ? (
        <ProgressBar label={`Checking ${fields.baseUrl} and the key…`} onCancel={() => underWay.abort()} />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" autoFocus={hasLostFocus}>
            Check and connect
          </Button>
        </div>
      )}
      <PassphraseDialog
        isOpen={isLocked}
        onClose={() => setIsLocked(false)}
        onUnlocked={() => {
          setIsLocked(false)
          void connect()
        }}
      />
    </form>
  )
}

const KINDS = [
  { id: 'app', name: 'App server', detail: 'Cloud, enterprise or self-hosted: accounts, sandboxes, history.' },
  { id: 'agent', name: 'Bare agent server', detail: 'One agent server of your own, without sandboxes.' },
] as const

const FIELD_HINTS: Record<ConnectField, string> = {
  key: 'The server did not accept this key.',
  baseUrl: 'Check this address.',
  name: 'Check this name.',
  orgId: 'Check this id.',
}

function check(fields: ConnectFields, key: string): Problems {
  const url = baseUrlProblem(fields.baseUrl)
  return { ...(url === null ? {} : { baseUrl: url }), ...(key === '' ? { key: 'Enter the key.' } : {}) }
}

function request(fields: ConnectFields, key: string) {
  const { kind, name, baseUrl, orgId } = fields
  return {
    kind,
    name: name.trim(),
    baseUrl: baseUrl.trim().replace(/\/+$/, ''),
    key,
    orgId: kind === 'app' && orgId.trim() !== '' ? orgId.trim() : null,
  }
}
