import type { ReactNode } from 'react'
import styles from './emptyState.module.css'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** It is all that the page has. */
  isPage?: boolean
}

/** Says why there is nothing here and what to do about it. */
export function EmptyState({ title, children, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      <Title className={styles.title}>{title}</Title>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
