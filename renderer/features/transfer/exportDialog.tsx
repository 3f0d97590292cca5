import { useState } from 'react'
import type { ConversationRef, ExportFormat, ExportStage } from '../../../shared/domain/index.ts'
import { Button, Cards, Dialog, FailureBanner, formatCount, ProgressBar, plural } from '../../ui/index.ts'
import { ExportedFile } from './exportedFile.tsx'
import { FORMATS } from './formats.ts'
import styles from './transfer.module.css'
import { useExport } from './useExport.ts'

/** Writes what the archive holds of a conversation to a file; no server is asked. Closing cancels. */
export function ExportDialog({ conversation, onClose }: { conversation: ConversationRef; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('jsonl')
  const { exporting, start, stop } = useExport(conversation)
  const isWriting = exporting.state === 'writing'

  return (
    <Dialog
      isOpen
      onClose={() => {
        stop()
        onClose()
      }}
      title="Export what is archived"
      footer={
        <>
          <Button onPress={isWriting ? stop : onClose}>{exporting.state === 'done' ? 'Close' : 'Cancel'}</Button>
          {/* One button throughout: the keys of the dialog work only while something in it has the focus. */}
          <Button
            variant={exporting.state === 'done' ? 'default' : 'primary'}
            isPending={isWriting}
            onPress={() => (exporting.state === 'done' ? stop() : start(format))}
          >
            {exporting.state === 'done' ? 'Export another' : 'Export'}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {exporting.state === 'done' ? (
          <ExportedFile file={exporting.file} />
        ) : exporting.state === 'writing' ? (
          <ProgressBar label="Writing the file…" {...progressOf(exporting.stage)} />
        ) : (
          <>
            <p className={styles.explanation}>
              Everything that is stored on this machine, keys taken out. No server is asked, so it works without a
              network and for what was deleted. For the server’s own copy use its download.
            </p>
            <Cards label="Format" value={format} onChange={setFormat} choices={FORMATS} />
          </>
        )}
        {exporting.state === 'failed' && <FailureBanner failure={exporting.failure} onRetry={() => start(format)} />}
      </div>
    </Dialog>
  )
}

function progressOf(stage: ExportStage | null): { value?: number; detail?: string } {
  if (stage?.stage !== 'writing' || stage.total === 0) return {}
  return {
    value: stage.events / stage.total,
    detail: `${formatCount(stage.events)} of ${plural(stage.total, 'event')}`,
  }
}
