import { Component, type ReactNode } from 'react'
import { Button } from '../ui/index.ts'
import styles from './errorBoundary.module.css'

/** A defect while drawing: says what happened and offers a way on. The archive and the host are not touched by it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: asError(error) }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <PageError error={error} />
  }
}

export function PageError({ error: thrown, reset }: { error: unknown; reset?: () => void }) {
  const error = asError(thrown)
  return (
    <main className={styles.page} role="alert">
      <h1 className={styles.heading}>This page broke</h1>
      <p className={styles.text}>
        A defect in Handrail stopped it from being drawn. Conversations go on, and every event seen so far is stored.
      </p>
      <pre className={styles.what}>{error.message}</pre>
      <div className={styles.actions}>
        {reset !== undefined && <Button onPress={reset}>Draw it again</Button>}
        <Button variant="primary" onPress={() => window.location.reload()}>
          Reload
        </Button>
      </div>
      {error.stack !== undefined && (
        <details className={styles.details}>
          <summary>Details for a report</summary>
          <pre className={styles.what}>{error.stack}</pre>
        </details>
      )}
    </main>
  )
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
