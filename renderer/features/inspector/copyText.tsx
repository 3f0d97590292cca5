import { useState } from 'react'
import { IconButton } from '../../ui/index.ts'
import styles from './pretty.module.css'

/** An id or another exact text with a button that copies it. */
export function CopyText({ value, label }: { value: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <span className={styles.copy}>
      <span className={styles.copyValue} title={value}>
        {value}
      </span>
      <IconButton
        label={isCopied ? 'Copied' : `Copy ${label}`}
        onPress={() => void navigator.clipboard.writeText(value).then(() => setIsCopied(true))}
      >
        {isCopied ? '✓' : '⧉'}
      </IconButton>
    </span>
  )
}
