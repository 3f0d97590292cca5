import { useEffect, useRef } from 'react'
import type { ExportStage } from '../../../shared/domain/index.ts'
import { Banner, CopyText, formatBytes, plural } from '../../ui/index.ts'
import styles from './transfer.module.css'

/** Where the file is and what it holds; in a browser its own copy is fetched at once. */
export function ExportedFile({ file: exported }: { file: Extract<ExportStage, { stage: 'done' }> }) {
  const { address, events, lost, missing, bytes, file } = exported
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The address works only one time.
    if (address !== null) link.current?.click()
  }, [address])
  return (
    <div className={styles.dialog}>
      <p role="status">
        {plural(events, 'event')} in {formatBytes(bytes)}.
      </p>
      {lost > 0 && (
        <Banner tone="warn" title={`${plural(lost, 'event')} could not be read: a part of the archive is damaged.`}>
          Open the conversation while its server can be reached: they are loaded again.
        </Banner>
      )}
      {missing > 0 && (
        <Banner tone="warn" title={`${plural(missing, 'event')} of the server are not in the archive yet.`}>
          They are not in the file. Export again when the status bar says that both are equal.
        </Banner>
      )}
      <CopyText value={file} label="the path" />
      {address !== null && (
        <a ref={link} href={address} download hidden>
          The file
        </a>
      )}
    </div>
  )
}
