import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Connection } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Banner, Button, FailureBanner, formatTime, Spinner, StatusDot } from '../../ui/index.ts'
import { OrganisationForm } from './organisationForm.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const ABOUT = (
  <p>
    Whose key this connection has, for which organisation, and whether the server is well. Keys are never shown; they
    are in the vault of this machine.
  </p>
)

/** Each fact is asked for by itself: a server that lacks one call still shows the others. */
export function AccountSection({ connection }: { connection: Connection }) {
  return (
    <Section title="Account" about={ABOUT}>
      <Notices connectionId={connection.id} />
      <dl className={styles.facts}>
        <KeyFacts connectionId={connection.id} />
        <UserFacts connectionId={connection.id} />
        <ServerFacts connectionId={connection.id} />
      </dl>
      <OrganisationForm connection={connection} />
      <Probes connectionId={connection.id} />
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface Asked {
  isPending: boolean
  error: unknown
  refetch: () => unknown
}

/** What stands in the place of an answer: a wait, a failure, or that this server has no such call. */
function Missing({ asked, absent }: { asked: Asked; absent?: string }) {
  if (asked.isPending) return <Spinner label="Asking the server" />
  const failure = failureOf(asked.error)
  // 400 to a key's own question means that it is none of the API's (contract §10).
  if (absent !== undefined && (failure.code === 'not-found' || failure.status === 400)) {
    return <span className={styles.faint}>{absent}</span>
  }
  return <FailureBanner failure={failure} onRetry={() => void asked.refetch()} />
}

function KeyFacts({ connectionId }: { connectionId: string }) {
  const { orpc } = useRpc()
  const asked = useQuery(orpc.account.key.queryOptions({ input: { connectionId } }))
  return (
    <Fact name="Key">
      {asked.data === undefined ? (
        <Missing asked={asked} absent="This server does not say what a key may do." />
      ) : (
        <>
          {asked.data.name ?? 'without a name'}
          <span className={styles.faint}>
            {asked.data.authType !== null && ` · ${asked.data.authType}`}
            {asked.data.boundOrgId === null
              ? ' · bound to no organisation'
              : ` · bound to organisation ${asked.data.boundOrgId}`}
          </span>
        </>
      )}
    </Fact>
  )
}

function UserFacts({ connectionId }: { connectionId: string }) {
  const { orpc } = useRpc()
  const asked = useQuery(orpc.account.user.queryOptions({ input: { connectionId } }))
  const user = asked.data
  if (user === undefined) {
    return (
      <Fact name="User">
        <Missing asked={asked} absent="This server has no users." />
      </Fact>
    )
  }
  return (
    <>
      <Fact name="User">
        {user.email ?? user.id ?? 'a server without accounts'}
        {user.role !== null && <span className={styles.faint}> · {user.role}</span>}
      </Fact>
      <Fact name="Organisation">
        {user.orgName ?? user.orgId ?? 'none'}
        {user.orgName !== null && user.orgId !== null && <span className={styles.faint}> · {user.orgId}</span>}
      </Fact>
      {user.gitUserName !== null && (
        <Fact name="Commits as">
          {user.gitUserName} {user.gitUserEmail !== null && <span className={styles.faint}>{user.gitUserEmail}</span>}
        </Fact>
      )}
    </>
  )
}

function ServerFacts({ connectionId }: { connectionId: string }) {
  const { orpc } = useRpc()
  const asked = useQuery(orpc.account.serverConfig.queryOptions({ input: { connectionId } }))
  const config = asked.data
  return (
    <Fact name="Server">
      {config === undefined ? (
        <Missing asked={asked} absent="This server does not tell its configuration." />
      ) : (
        <>
          {[config.appMode, config.deploymentMode?.replace('_', ' ')].filter(Boolean).join(', ') || 'not said'}
          {config.providersConfigured.length > 0 && (
            <span className={styles.faint}> · signs in with {config.providersConfigured.join(', ')}</span>
          )}
        </>
      )}
    </Fact>
  )
}

/** What the server wants everyone to know. */
function Notices({ connectionId }: { connectionId: string }) {
  const { orpc } = useRpc()
  const { data } = useQuery(orpc.account.serverConfig.queryOptions({ input: { connectionId } }))
  if (data === undefined) return null
  return (
    <>
      {data.errorMessage !== null && <Banner tone="danger" title={data.errorMessage} />}
      {data.maintenanceAt !== null && (
        <Banner tone="warn" title={`The server announces maintenance at ${formatTime(data.maintenanceAt)}.`} />
      )}
      {data.faultyModels.length > 0 && (
        <Banner tone="warn" title={`The server has trouble with ${data.faultyModels.join(', ')}.`} />
      )}
    </>
  )
}

function Probes({ connectionId }: { connectionId: string }) {
  const { orpc } = useRpc()
  const asked = useQuery(orpc.account.probes.queryOptions({ input: { connectionId } }))
  return (
    <>
      <div className={styles.tools}>
        <h3 className={styles.subtitle}>Liveness</h3>
        <span className={styles.faint}>asked without a key</span>
        <span className={styles.space} />
        <Button isPending={asked.isFetching} onPress={() => void asked.refetch()}>
          Ask again
        </Button>
      </div>
      {asked.data === undefined ? (
        <Missing asked={asked} />
      ) : (
        <ul className={styles.list} aria-label="Liveness">
          {asked.data.map(({ path, isUp, says, ms }) => (
            <li className={styles.item} key={path}>
              <StatusDot tone={isUp ? 'ok' : 'danger'}>
                <span className={styles.mono}>{path}</span>
              </StatusDot>
              <span className={styles.itemText}>{says}</span>
              <span className={styles.number}>{Math.round(ms)} ms</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
