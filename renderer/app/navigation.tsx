import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { conversationState, isImported, sharedBaseUrl } from '../../shared/domain/index.ts'
import { useConnections, useShownConnections } from '../features/connections/index.ts'
import { useFleet } from '../features/conversations/index.ts'
import { useSandboxes } from '../features/sandboxes/index.ts'
import { useConnectionChoice } from '../state/connectionChoice.ts'
import { Count, cx, formatCount } from '../ui/index.ts'
import styles from './navigation.module.css'

export function Navigation() {
  const { connections } = useConnections()
  const shown = useShownConnections()
  const { conversations } = useFleet(shown)
  const { sandboxes } = useSandboxes(shown)
  const waiting = conversations.filter((one) => conversationState(one) === 'needs you').length
  const running = sandboxes.filter(({ status }) => status === 'RUNNING').length
  return (
    <nav className={styles.navigation} aria-label="Pages">
      <PageLink to="/conversations" name="Conversations">
        {waiting > 0 && (
          <span title={`${waiting} waiting for you`}>
            <Count isHot>{waiting}</Count>
          </span>
        )}
        <Count>{formatCount(conversations.length)}</Count>
      </PageLink>
      <PageLink to="/search" name="Search" />
      {shown.some(({ kind }) => kind === 'app') && (
        <PageLink to="/sandboxes" name="Sandboxes">
          <Count>
            {running} / {sandboxes.length}
          </Count>
        </PageLink>
      )}
      <PageLink to="/shared" name="Shared" />
      <PageLink to="/imported" name="Imported" />
      <PageLink to="/archive" name="Archive" />
      <PageLink to="/settings" name="Settings" />
      <PageLink to="/connections" name="Connections">
        <Count>{connections.length}</Count>
      </PageLink>
      {connections.length > 1 && <ConnectionSwitch />}
    </nav>
  )
}

function PageLink({
  to,
  name,
  children,
}: {
  to: '/conversations' | '/search' | '/sandboxes' | '/shared' | '/imported' | '/archive' | '/settings' | '/connections'
  name: string
  children?: ReactNode
}) {
  // One conversation is a page of the list.
  const isWithin = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/c/') && to === listOf(location.pathname),
  })
  return (
    <Link
      to={to}
      className={cx(styles.link, isWithin && styles.active)}
      activeProps={{ className: `${styles.link} ${styles.active}` }}
    >
      <span>{name}</span>
      <span className={styles.counts}>{children}</span>
    </Link>
  )
}

function listOf(pathname: string) {
  const connectionId = pathname.split('/')[2] ?? ''
  if (isImported(connectionId)) return '/imported'
  return sharedBaseUrl(connectionId) === null ? '/conversations' : '/shared'
}

const ALL = 'all'

/** Which connection the lists show. */
function ConnectionSwitch() {
  const { connections } = useConnections()
  const { chosen, choose } = useConnectionChoice()
  const selected = connections.some(({ id }) => id === chosen) && chosen !== null ? chosen : ALL
  return (
    <>
      <h2 className={styles.heading} id="shown-heading">
        Shown
      </h2>
      <ToggleButtonGroup
        className={styles.switch ?? ''}
        aria-labelledby="shown-heading"
        orientation="vertical"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[selected]}
        onSelectionChange={([key]) => choose(key === undefined || key === ALL ? null : String(key))}
      >
        <ToggleButton id={ALL} className={styles.link ?? ''}>
          All connections
        </ToggleButton>
        {connections.map(({ id, name }) => (
          <ToggleButton key={id} id={id} className={styles.link ?? ''}>
            <span className={styles.linkName}>{name}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </>
  )
}
