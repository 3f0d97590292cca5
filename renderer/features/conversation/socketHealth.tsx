import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { SocketHealth as Health, SocketPast } from '../../../shared/domain/index.ts'
import { formatAge, formatCount, formatTime, useNow } from '../../ui/index.ts'
import styles from './socketHealth.module.css'

/** The round trip to the agent server; behind it all that is known of this line and of those before it. */
export function SocketHealth({ socket, past }: { socket: Health | null; past: readonly SocketPast[] }) {
  const pingMs = socket?.pingMs ?? null
  return (
    <DialogTrigger>
      <Button className={styles.opener ?? ''}>
        <span className={styles.spoken}>Connection to the agent server: </span>
        ws {pingMs === null ? '–' : formatMs(pingMs)}
        {socket !== null && socket.lastError !== null && (
          <span className={styles.warn} title={`${socket.lastError.detail || 'no detail'}; the socket still stands`}>
            server error: {socket.lastError.code}
          </span>
        )}
      </Button>
      <Popover className={styles.popover ?? ''} placement="top start" offset={6}>
        <Dialog className={styles.dialog ?? ''} aria-label="Connection to the agent server">
          {socket === null ? <p className={styles.quiet}>No socket stands now.</p> : <Now socket={socket} />}
          {past.length > 0 && <Past sockets={past} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Now({ socket }: { socket: Health }) {
  const now = useNow()
  const rate = useRate(socket.frames)
  const { lastError } = socket
  return (
    <dl className={styles.facts}>
      <Fact name="Socket">
        {socket.dialect === 'session' ? 'session: numbered, resumes exactly' : 'events: live only, history is walked'}
      </Fact>
      <Fact name="Open">{socket.openedAt === null ? 'connecting' : `since ${formatTime(socket.openedAt)}`}</Fact>
      <Fact name="Connected in">{formatMs(socket.connectMs)}</Fact>
      <Fact name="Caught up in">{formatMs(socket.replayMs)}</Fact>
      <Fact name="Round trip">{formatMs(socket.pingMs)}</Fact>
      <Fact name="Last frame">
        {socket.lastFrameAt === null
          ? 'none yet'
          : `${formatAge(socket.lastFrameAt, now)} (${formatTime(socket.lastFrameAt)})`}
      </Fact>
      <Fact name="Frames">
        {formatCount(socket.frames)}
        {rate !== null && `, ${rate.toFixed(1)} a second`}
      </Fact>
      {lastError !== null && (
        <Fact name="Server error">
          <span className={styles.warn}>{lastError.code}</span> {lastError.detail || 'no detail'} ·{' '}
          {formatTime(lastError.at)}
        </Fact>
      )}
    </dl>
  )
}

function Past({ sockets }: { sockets: readonly SocketPast[] }) {
  return (
    <>
      <h3 className={styles.heading}>Earlier</h3>
      <ol className={styles.past}>
        {sockets.map(({ openedAt, endedAt, reason, dialect }) => (
          <li key={`${endedAt} ${openedAt} ${dialect}`}>
            <div className={styles.quiet}>
              {formatTime(endedAt)} · {openedAt === null ? 'never opened' : `stood ${formatMs(endedAt - openedAt)}`}
            </div>
            <div>{reason}</div>
          </li>
        ))}
      </ol>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const SAMPLE_MS = 2_000

/** How fast a count rises, per second; null until it was looked at twice. */
function useRate(count: number): number | null {
  const newest = useRef(count)
  newest.current = count
  const [rate, setRate] = useState<number | null>(null)
  useEffect(() => {
    let before = newest.current
    const timer = setInterval(() => {
      setRate(Math.max(0, newest.current - before) / (SAMPLE_MS / 1000))
      before = newest.current
    }, SAMPLE_MS)
    return () => clearInterval(timer)
  }, [])
  return rate
}

/** `14 ms`, `1.2 s`, `3 m`, `2 h`; a dash when not known. */
function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} m` : `${Math.floor(ms / 3_600_000)} h`
}
