import { useState } from 'react'
import type { ExposedUrl, Failure, Sandbox } from '../../../shared/domain/index.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner } from '../../ui/index.ts'
import styles from './details.module.css'

/** The address that people open most: the editor in the sandbox. */
const EDITOR = 'VSCODE'

type Opening =
  | { state: 'none' }
  | { state: 'asking' | 'opened'; name: string }
  | { state: 'failed'; name: string; failure: Failure }

/** What a running sandbox exposes, without tokens: the host opens an address with its token, the page never has it. */
export function AddressList({ sandbox }: { sandbox: Sandbox }) {
  const { client } = useRpc()
  const [opening, setOpening] = useState<Opening>({ state: 'none' })
  const { connectionId, id, exposedUrls } = sandbox

  async function open(name: string) {
    setOpening({ state: 'asking', name })
    try {
      await client.sandboxes.openUrl({ connectionId, id, name })
      setOpening({ state: 'opened', name })
    } catch (error) {
      setOpening({ state: 'failed', name, failure: failureOf(error) })
    }
  }
  const hasEditor = exposedUrls.some(({ name }) => name === EDITOR)
  useShortcut({ keys: 'o', label: 'Open its editor', scope: 'Sandboxes', isEnabled: hasEditor }, () => open(EDITOR))

  if (exposedUrls.length === 0) return <p className={styles.none}>Only a running sandbox has addresses.</p>
  return (
    <>
      <ul className={styles.addresses}>
        {exposedUrls.map((exposed) => (
          <Address
            key={exposed.name}
            exposed={exposed}
            isAsking={opening.state === 'asking' && opening.name === exposed.name}
            onOpen={() => void open(exposed.name)}
          />
        ))}
      </ul>
      <p className={styles.none} role="status">
        {opening.state === 'opened' && `${opening.name} was given to the browser of the machine where Handrail runs.`}
      </p>
      {opening.state === 'failed' && (
        <FailureBanner failure={opening.failure} onRetry={() => void open(opening.name)} />
      )}
    </>
  )
}

function Address({ exposed, isAsking, onOpen }: { exposed: ExposedUrl; isAsking: boolean; onOpen: () => void }) {
  const { name, url, port, hasToken } = exposed
  return (
    <li className={styles.address}>
      <span className={styles.addressText}>
        <span className={styles.mono}>{name}</span>
        <span className={styles.url} title={url}>
          {url}
        </span>
        <span className={styles.url}>
          {port !== null && `port ${port}`}
          {hasToken && `${port === null ? '' : ' · '}opens with a token that stays in the host`}
        </span>
      </span>
      <Button onPress={onOpen} isPending={isAsking} aria-label={`Open ${name}`}>
        Open ↗
      </Button>
    </li>
  )
}
