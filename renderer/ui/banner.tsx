import type { ReactNode } from 'react'
import type { Failure } from '../../shared/domain/index.ts'
import styles from './banner.module.css'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

export interface BannerProps {
  tone: 'info' | 'ok' | 'warn' | 'danger'
  title: ReactNode
  children?: ReactNode
  /** Buttons at its right. */
  actions?: ReactNode
  /** A full-width strip under a bar instead of a box. */
  isStrip?: boolean
}

/** Something to know about what is on screen. A danger is announced at once, the rest when the reader pauses. */
export function Banner({ tone, title, children, actions, isStrip = false }: BannerProps) {
  return (
    <div
      className={cx(styles.banner, styles[tone], isStrip && styles.strip)}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <div className={styles.text}>
        <span className={styles.title}>{title}</span>
        {children !== undefined && children !== '' && <span className={styles.detail}>{children}</span>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

export interface FailureBannerProps {
  failure: Failure
  onRetry?: (() => void) | undefined
  isStrip?: boolean
}

/** A failure in its own words, with what to do next. */
export function FailureBanner({ failure, onRetry, isStrip = false }: FailureBannerProps) {
  return (
    <Banner
      tone="danger"
      title={failure.message}
      isStrip={isStrip}
      {...(onRetry === undefined ? {} : { actions: <Button onPress={onRetry}>Try again</Button> })}
    >
      {failure.advice}
    </Banner>
  )
}
