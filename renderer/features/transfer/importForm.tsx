import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import { useShortcut } from '../../app/shortcuts.ts'
import { useRpc } from '../../rpc/index.ts'
import { Button, FailureBanner, formatBytes, formatCount, ProgressBar, plural } from '../../ui/index.ts'
import { ImportOutcome } from './importOutcome.tsx'
import { type Importing, useImports } from './importStore.ts'
import styles from './transfer.module.css'

const TYPES = ['.zip', '.jsonl', '.ndjson', '.json']

/** Takes a file, by a dialog or by dropping it, and says how far it is and what came of it. */
export function ImportForm() {
  const { client, orpc } = useRpc()
  const queries = useQueryClient()
  const { importing, start, dismiss } = useImports()
  const chooser = useRef<HTMLInputElement>(null)
  const isBusy = importing.state === 'sending' || importing.state === 'reading'
  useShortcut({ keys: 'i', label: 'Choose a file to import', scope: 'Imported', isEnabled: !isBusy }, () =>
    chooser.current?.click(),
  )

  async function take(file: File | undefined) {
    if (file === undefined) return
    await start(client, file)
    await queries.invalidateQueries({ queryKey: orpc.imports.list.key() })
  }

  return (
    <div className={styles.form}>
      <DropZone
        className={styles.drop ?? ''}
        aria-label="Drop a file to import"
        isDisabled={isBusy}
        onDrop={async ({ items }) => {
          const dropped = items.find((item): item is FileDropItem => item.kind === 'file')
          await take(await dropped?.getFile())
        }}
      >
        <span>Drop a trajectory zip or a file of JSON lines here</span>
        <FileTrigger ref={chooser} acceptedFileTypes={TYPES} onSelect={(files) => void take(files?.[0])}>
          <Button variant="primary" isDisabled={isBusy}>
            Choose a file…
          </Button>
        </FileTrigger>
      </DropZone>
      <Progress importing={importing} />
      {importing.state === 'failed' && (
        <FailureBanner failure={importing.failure} onRetry={() => void take(importing.file)} />
      )}
      {importing.state === 'done' && (
        <ImportOutcome name={importing.file.name} result={importing.result} onDismiss={dismiss} />
      )}
    </div>
  )
}

function Progress({ importing }: { importing: Importing }) {
  if (importing.state === 'sending') {
    const { file, sent, cancel } = importing
    return (
      <ProgressBar
        label={`Handing over “${file.name}”…`}
        value={file.size === 0 ? 0 : sent / file.size}
        detail={`${formatBytes(sent)} of ${formatBytes(file.size)}`}
        onCancel={cancel}
      />
    )
  }
  if (importing.state !== 'reading') return null
  const { file, stage, cancel } = importing
  return (
    <ProgressBar
      label={`Reading “${file.name}”…`}
      {...(stage === null
        ? {}
        : {
            value: stage.total === 0 ? 0 : Math.min(1, stage.bytes / stage.total),
            detail: `${plural(stage.events, 'event')} · ${formatCount(Math.floor((100 * stage.bytes) / Math.max(1, stage.total)))} %`,
          })}
      onCancel={cancel}
    />
  )
}
