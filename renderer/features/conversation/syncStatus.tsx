import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { type ConversationRef, isImported, type SyncPhase, type SyncState } from '../../../shared/domain/index.ts'
import { StatusBarItem, StatusBarItems } from '../../app/statusBar.tsx'
import { useHostStatus, useRpc } from '../../rpc/index.ts'
import { cx, formatCount, formatTime, plural } from '../../ui/index.ts'
import { useConnections } from '../connections/index.ts'
import { SocketHealth } from './socketHealth.tsx'
import styles from './syncStatus.module.css'
import type { Sync } from './useSync.ts'

/** The truth about how complete and how live the timeline is, in the frame's status bar. */
export function SyncStatus({ conversation, sync }: { conversation: ConversationRef; sync: Sync }) {
  const { state, stream } = sync
  const host = useHostStatus()
  if (host.state !== 'open') {
    return (
      <StatusBarItems>
        <StatusBarItem title="What the host said last is shown; nobody follows the server now">
          <span className={styles.warn}>○ not followed</span>
        </StatusBarItem>
      </StatusBarItems>
    )
  }
  if (stream.state === 'failed') {
    return (
      <StatusBarItems>
        <StatusBarItem title={stream.failure.advice}>
          <span className={styles.danger}>● not in step: {stream.failure.message}</span>
          <Action onPress={stream.retry}>Retry</Action>
        </StatusBarItem>
      </StatusBarItems>
    )
  }
  if (state === null) {
    return (
      <StatusBarItems>
        <StatusBarItem>opening…</StatusBarItem>
      </StatusBarItems>
    )
  }
  if (isImported(conversation.connectionId) && state.sync.phase === 'local') {
    return (
      <StatusBarItems>
        <StatusBarItem title="Read from a file: it has no server here that could have more">
          ○ imported · {plural(state.localCount, 'event')}
        </StatusBarItem>
        <Deviating count={state.nonconforming} />
      </StatusBarItems>
    )
  }
  return (
    <StatusBarItems>
      <StatusBarItem title={`since ${formatTime(state.since)}`}>
        <Phase conversation={conversation} sync={state.sync} />
      </StatusBarItem>
      {(state.socket !== null || state.pastSockets.length > 0) && (
        <StatusBarItem>
          <SocketHealth socket={state.socket} past={state.pastSockets} />
        </StatusBarItem>
      )}
      <NotKept connectionId={conversation.connectionId} />
      <Counts state={state} />
      <StatusBarItem title="Ranges of events that the server has and the archive has not">
        <span className={cx(state.gaps > 0 && styles.warn)}>gaps {formatCount(state.gaps)}</span>
      </StatusBarItem>
      <Deviating count={state.nonconforming} />
      {state.malformed > 0 && (
        <StatusBarItem title="Frames that were not events at all: counted and kept in the log">
          <span className={styles.warn}>{formatCount(state.malformed)} malformed</span>
        </StatusBarItem>
      )}
    </StatusBarItems>
  )
}

function NotKept({ connectionId }: { connectionId: string }) {
  const { connections } = useConnections()
  if (!connections.some(({ id, keepsNothing }) => id === connectionId && keepsNothing === true)) return null
  return (
    <StatusBarItem title="Its connection keeps nothing on this disk: its events are gone half a minute after no page shows it">
      in memory only
    </StatusBarItem>
  )
}

function Deviating({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <StatusBarItem title="Events stored with deviations from the contract; each is marked in the timeline">
      <span className={styles.warn}>{formatCount(count)} nonconforming</span>
    </StatusBarItem>
  )
}

function Phase({ conversation, sync }: { conversation: ConversationRef; sync: SyncPhase }) {
  const { client } = useRpc()
  const [isAsked, setIsAsked] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phase answers what was asked.
  useEffect(() => setIsAsked(false), [sync])
  const ask = (name: 'retry' | 'cancel') => {
    setIsAsked(true)
    client.sync[name](conversation).catch(() => setIsAsked(false))
  }
  switch (sync.phase) {
    case 'local':
      return <span title="Nobody asks a server now; the archive is shown">○ archive only</span>
    case 'live':
      return <span className={styles.ok}>● live</span>
    case 'polling':
      return (
        <>
          <span className={styles.ok} title="This server tells nobody of news: it is asked now and then">
            ● looks again every {Math.round(sync.everyMs / 1000)} s
          </span>
          <Action isDisabled={isAsked} onPress={() => ask('retry')}>
            Look now
          </Action>
        </>
      )
    case 'backfilling':
      return (
        <>
          <span className={styles.accent} title={sync.note ?? undefined}>
            ↻ loading {formatCount(sync.stored)}
            {sync.total !== null && ` of ${formatCount(sync.total)}`}
            {sync.receivedBytes !== null && ` · ${(sync.receivedBytes / 1e6).toFixed(1)} MB received`}
            {sync.slow !== null && ' (slow source)'}
          </span>
          {sync.total !== null && <Meter share={sync.stored / Math.max(1, sync.total)} />}
          {sync.note !== null && <span className={styles.warn}>by pages</span>}
          {/* What takes long has its own strip, with more ways out. */}
          {sync.slow === null && (
            <Action isDisabled={isAsked} onPress={() => ask('cancel')}>
              Cancel
            </Action>
          )}
        </>
      )
    case 'paused':
      return (
        <span className={styles.warn}>
          ❚❚ paused at {formatCount(sync.read)} of {formatCount(sync.total)}
        </span>
      )
    case 'reconnecting':
      return (
        <>
          <span className={styles.warn} title={sync.reason}>
            ● reconnecting <Countdown at={sync.at} /> · attempt {sync.attempt}
          </span>
          <Action isDisabled={isAsked} onPress={() => ask('retry')}>
            Try now
          </Action>
        </>
      )
    case 'stopped':
      return (
        <>
          <span className={styles.danger} title={sync.reason}>
            ● stopped: {sync.reason}
          </span>
          {sync.canRetry && (
            <Action isDisabled={isAsked} onPress={() => ask('retry')}>
              Retry
            </Action>
          )}
        </>
      )
    default:
      return sync satisfies never
  }
}

function Counts({ state }: { state: SyncState }) {
  const { localCount, server, missing } = state
  if (server === null) return <StatusBarItem>events {formatCount(localCount)} local, server not asked</StatusBarItem>
  const checked = new Date(server.checkedAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return (
    <>
      <StatusBarItem
        title={`Compared by id with the ${server.side} server at ${formatTime(server.checkedAt)}: it has ${plural(server.count, 'durable event')}. ${leftOutText(server.leftOut)}`}
      >
        <span className={cx((missing > 0 || localCount < server.count) && styles.warn)}>
          {countText(state, server, checked)}
        </span>
      </StatusBarItem>
      {server.repeats > 0 && (
        <StatusBarItem title="An id that stands in the server's list more than once is one event here">
          the server’s log repeats {plural(server.repeats, 'id')}
        </StatusBarItem>
      )}
    </>
  )
}

function countText(state: SyncState, server: NonNullable<SyncState['server']>, checked: string): string {
  const { localCount, missing, sync } = state
  const [here, there] = [formatCount(localCount), formatCount(server.count)]
  const excluded = server.leftOut === 0 ? '' : `, ${formatCount(server.leftOut)} excluded`
  if (localCount < server.count) return `events ${here} local ≠ ${there} server (checked ${checked})`
  if (missing > 0) {
    return `events ${here} local ≠ ${formatCount(localCount + missing)} known, ${there} ${server.side} server (checked ${checked})`
  }
  if (localCount === server.count) return `events ${here} local = ${there} server (checked ${checked}${excluded})`
  // What came since the server was last asked is no mismatch: the next answer counts it too.
  if (sync.phase === 'live' || sync.phase === 'reconnecting')
    return `events ${here} local, ${there} server at ${checked}`
  return `events ${here} local, with all ${there} of the ${server.side} server (checked ${checked}${excluded})`
}

function leftOutText(count: number): string {
  if (count === 0) return 'Nothing in its list was left out.'
  return `${plural(count, 'entry', 'entries')} of its list are not counted: streaming deltas, full states and what is no event.`
}

function Action(props: { children: string; onPress: () => void; isDisabled?: boolean }) {
  return (
    <Button className={styles.action ?? ''} onPress={props.onPress} isDisabled={props.isDisabled ?? false}>
      {props.children}
    </Button>
  )
}

function Meter({ share }: { share: number }) {
  return (
    <span className={styles.meter} aria-hidden="true">
      <span className={styles.fill} style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  )
}

/** Seconds until a moment, as `in 4 s`. */
function Countdown({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((at - now) / 1000)
  return seconds <= 0 ? 'now' : `in ${seconds} s`
}
