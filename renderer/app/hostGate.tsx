import { type ReactNode, useEffect, useState } from 'react'
import { useHostStatus, useRpc } from '../rpc/index.ts'
import { Banner, Button, Spinner } from '../ui/index.ts'
import styles from './hostGate.module.css'

/** Shows the page once the host let it in, and says so when the host is away or refused. */
export function HostGate({ children }: { children: ReactNode }) {
  const status = useHostStatus()
  const [wasOpen, setWasOpen] = useState(false)
  if (status.state === 'open' && !wasOpen) setWasOpen(true)
  if (status.state === 'refused') return <NotLetIn />
  if (wasOpen) return children
  return (
    <main className={styles.page}>
      {status.state === 'lost' ? (
        <HostAway />
      ) : (
        <p className={styles.wait}>
          <Spinner label="Connecting" /> Connecting to Handrail’s host process…
        </p>
      )}
    </main>
  )
}

/** The host process is away: how often it was asked, when next, and a way to ask now. Nothing while it is there. */
export function HostAway() {
  const { connection } = useRpc()
  const status = useHostStatus()
  const seconds = useSecondsUntil(status.state === 'lost' ? status.at : null)
  if (status.state !== 'lost') return null
  const next = seconds === null ? 'asking now…' : `next in ${seconds} s`
  return (
    <Banner
      tone="danger"
      title="Handrail's host process is not answering."
      isStrip
      actions={
        <Button onPress={() => connection.retryNow()} isDisabled={seconds === null}>
          Try now
        </Button>
      }
    >
      Attempt {status.attempt}, {next}. What is shown may be old; start Handrail again if it was stopped.
    </Banner>
  )
}

function NotLetIn() {
  return (
    <main className={styles.page}>
      <h1 className={styles.heading}>This page is not let in</h1>
      <p className={styles.text}>
        The address that Handrail prints when it starts carries the token of that start. This page has none, or an old
        one: Handrail was started again since.
      </p>
      <p className={styles.text}>
        <strong>Open Handrail again from its printed address</strong>: the line that begins with{' '}
        <code className={styles.code}>Handrail: http://</code> in the terminal where it runs. In this tab it leads back
        to where you were, with what you typed.
      </p>
    </main>
  )
}

function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (at === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [at])
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
