import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureOf } from '../rpc/failure.ts'
import { FailureBanner } from './banner.tsx'
import { Button } from './button.tsx'
import styles from './confirmDialog.module.css'
import { Dialog } from './dialog.tsx'
import { StatusDot } from './pill.tsx'
import type { Tone } from './tone.ts'

/** Someone or something that the action touches. */
export interface Affected {
  id: string
  name: string
  /** Its state in a word or two. */
  state?: string
  tone?: Tone
}

export interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What will happen, in a sentence or two. */
  children: ReactNode
  /** Who is affected; the heading counts them. */
  affected?: { heading: string; items: readonly Affected[]; whenNone?: string }
  confirmLabel: string
  /** False while it is not known yet what will happen. */
  canConfirm?: boolean
  isDangerous?: boolean
  /** Closes when it resolves; its failure is shown in the dialog. */
  onConfirm: (signal: AbortSignal) => Promise<void>
}

/** Asks before an action that others feel: it names them first, shows progress, and stays open on a failure. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onClose,
    title,
    children,
    affected,
    confirmLabel,
    canConfirm = true,
    isDangerous = false,
    onConfirm,
  } = props
  const [failure, setFailure] = useState<unknown>(null)
  const [underWay, setUnderWay] = useState<AbortController | null>(null)
  const listId = useId()
  const wasOpen = useRef(isOpen)

  useEffect(() => {
    if (isOpen && !wasOpen.current) setFailure(null)
    wasOpen.current = isOpen
  }, [isOpen])

  async function confirm() {
    const abort = new AbortController()
    setUnderWay(abort)
    setFailure(null)
    try {
      await onConfirm(abort.signal)
      onClose()
    } catch (error) {
      if (!abort.signal.aborted) setFailure(error)
    } finally {
      setUnderWay(null)
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      role="alertdialog"
      canClose={underWay === null}
      footer={
        <>
          {/* Enter must not be the quick way to a dangerous action, and one that cannot be done yet takes no focus. */}
          <Button
            autoFocus={isDangerous || !canConfirm}
            onPress={() => (underWay === null ? onClose() : underWay.abort())}
          >
            {underWay === null ? 'Cancel' : 'Stop waiting'}
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isPending={underWay !== null}
            isDisabled={!canConfirm}
            onPress={() => void confirm()}
            autoFocus={!isDangerous && canConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{children}</div>
      {affected !== undefined && affected.items.length === 0 && affected.whenNone !== undefined && (
        <p className={styles.none}>{affected.whenNone}</p>
      )}
      {affected !== undefined && affected.items.length > 0 && (
        <div className={styles.affected}>
          <div className={styles.heading} id={listId}>
            {affected.heading}
          </div>
          <ul aria-labelledby={listId}>
            {affected.items.map((item) => (
              <li className={styles.item} key={item.id}>
                <span className={styles.name}>{item.name}</span>
                {item.state !== undefined && <StatusDot tone={item.tone ?? 'neutral'}>{item.state}</StatusDot>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure !== null && <FailureBanner failure={failureOf(failure)} />}
    </Dialog>
  )
}
