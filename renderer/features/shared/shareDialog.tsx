import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Failure, sharedLink } from '../../../shared/domain/index.ts'
import { failureOf, useRpc } from '../../rpc/index.ts'
import { Banner, Button, CopyText, Dialog, FailureBanner, shortId } from '../../ui/index.ts'
import { useConnections } from '../connections/index.ts'
import type { ActionDialogProps } from '../conversationActions/index.ts'
import styles from './shared.module.css'

/** Says who sees what before everybody does, and gives the link; takes the sharing back. */
export function ShareDialog({ record, onClose }: ActionDialogProps) {
  const { connectionId, conversationId } = record
  const { connections } = useConnections()
  const connection = connections.find(({ id }) => id === connectionId)
  const { isShared, underWay, failure, set, retry } = useSharing({ connectionId, conversationId }, record.isPublic)
  const name = record.title ?? `untitled · ${shortId(conversationId)}`
  const isBusy = underWay !== null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isShared ? `“${name}” is shared` : `Share “${name}”?`}
      canClose={!isBusy}
      footer={
        <>
          {/* Enter goes to sharing first and to closing then, never to the way back. */}
          <Button
            key={isShared ? 'close' : 'cancel'}
            autoFocus={isShared}
            onPress={() => (underWay === null ? onClose() : underWay.abort())}
          >
            {isBusy ? 'Stop waiting' : isShared ? 'Close' : 'Cancel'}
          </Button>
          {isShared ? (
            <Button key="stop" variant="danger" isPending={isBusy} onPress={() => void set(false)}>
              Stop sharing
            </Button>
          ) : (
            <Button key="share" variant="primary" isPending={isBusy} autoFocus onPress={() => void set(true)}>
              Share with everybody
            </Button>
          )}
        </>
      }
    >
      <div className={styles.dialog}>
        {isShared ? (
          <Shared link={sharedLink(connection?.baseUrl ?? '', conversationId)} isLocal={connection?.isLocal ?? false} />
        ) : (
          <BeforeSharing />
        )}
        {failure !== null && <FailureBanner failure={failure} onRetry={retry} />}
      </div>
    </Dialog>
  )
}

function BeforeSharing() {
  return (
    <>
      <p>Everybody with the link will see, without an account:</p>
      <ul className={styles.sees}>
        <li>
          all its events but state updates: messages, commands and what they printed, files that were read or written
        </li>
        <li>those that are still to come, until you stop sharing</li>
        <li>its title, repository, branch, model and cost</li>
      </ul>
      <p>Nobody can send anything. Tags, run state and the sandbox’s address stay hidden.</p>
      <Banner tone="warn" title="Nothing is taken out.">
        A password or token that a command printed is shown as it is: look through the timeline first.
      </Banner>
    </>
  )
}

function Shared({ link, isLocal }: { link: string; isLocal: boolean }) {
  return (
    <>
      <p>Everybody with this link sees all its events but state updates, also those still to come:</p>
      <p className={styles.link}>
        <CopyText value={link} label="the link" />
      </p>
      {isLocal && <p>This is the local service: its links work on this machine only, and only while it runs.</p>}
      <p>After you stop sharing, the link shows nothing. What somebody has read or stored meanwhile stays with them.</p>
    </>
  )
}

/** Shares and stops sharing; `isShared` is what the server said last. */
function useSharing(conversation: { connectionId: string; conversationId: string }, isPublic: boolean) {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const [isShared, setIsShared] = useState(isPublic)
  const [underWay, setUnderWay] = useState<AbortController | null>(null)
  const [failed, setFailed] = useState<{ wanted: boolean; failure: Failure } | null>(null)
  const last = useRef<AbortController | null>(null)
  useEffect(() => () => last.current?.abort(), [])

  async function set(wanted: boolean): Promise<void> {
    const abort = new AbortController()
    last.current = abort
    setUnderWay(abort)
    setFailed(null)
    try {
      const record = await client.conversations.update(
        { ...conversation, patch: { isPublic: wanted } },
        { signal: abort.signal },
      )
      setIsShared(record.isPublic)
      queries.setQueryData(orpc.conversations.get.queryKey({ input: conversation }), record)
    } catch (error) {
      if (!abort.signal.aborted) setFailed({ wanted, failure: failureOf(error) })
      // It may have arrived all the same: the record tells.
      await queries.invalidateQueries({ queryKey: orpc.conversations.get.queryKey({ input: conversation }) })
    } finally {
      setUnderWay(null)
    }
  }

  return {
    isShared,
    underWay,
    failure: failed?.failure ?? null,
    set,
    retry: () => {
      if (failed !== null) void set(failed.wanted)
    },
  }
}
