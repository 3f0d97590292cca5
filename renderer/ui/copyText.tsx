import { useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './copyText.module.css'

const OUTCOMES = {
  copied: 'Copied',
  failed: 'The browser does not let Handrail copy: select the text instead',
}

/** An id or another exact text with a button that copies it. */
export function CopyText({ value, label }: { value: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  async function copy() {
    try {
      // Not there on a page that came over plain HTTP from another machine.
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <span className={styles.copy}>
      <span className={styles.value} title={value}>
        {value}
      </span>
      <IconButton label={outcome === null ? `Copy ${label}` : OUTCOMES[outcome]} onPress={() => void copy()}>
        <CopyIcon isCopied={outcome === 'copied'} />
      </IconButton>
    </span>
  )
}

function CopyIcon({ isCopied }: { isCopied: boolean }) {
  return (
    <svg
      viewBox="0 0 14 14"
      width="12"
      height="12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      {isCopied ? (
        <path d="M2.5 7.5 5.5 10.5 11.5 3.5" />
      ) : (
        <>
          <rect x="4.5" y="4.5" width="7" height="7" rx="1.5" />
          <path d="M9.5 2.5h-6a1 1 0 0 0-1 1v6" />
        </>
      )}
    </svg>
  )
}
