import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { cx } from './cx.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons; the one that acts comes last. */
  footer?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  role?: 'dialog' | 'alertdialog'
  /** False while closing would lose sight of something under way. */
  canClose?: boolean
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, width = 'normal', role = 'dialog', canClose = true } = props
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={canClose && role === 'dialog'}
      isKeyboardDismissDisabled={!canClose}
    >
      <Modal className={cx(styles.modal, styles[width])}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
