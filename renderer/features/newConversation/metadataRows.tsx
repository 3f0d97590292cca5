import { type MetadataDraft, useNewConversation } from '../../state/newConversation.ts'
import { Button, IconButton, TextField } from '../../ui/index.ts'
import styles from './newConversation.module.css'
import type { Problems } from './readDraft.ts'

export function MetadataRows({ problems }: { problems: Problems }) {
  const { draft, change } = useNewConversation()
  const { metadata } = draft
  const edit = (index: number, part: Partial<MetadataDraft>) =>
    change({ metadata: metadata.map((entry, at) => (at === index ? { ...entry, ...part } : entry)) })
  return (
    <>
      {metadata.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list.
        <div className={styles.row} key={index}>
          <TextField
            label={`Metadata key ${index + 1}`}
            value={entry.key}
            onChange={(key) => edit(index, { key })}
            error={problems[`metadata.${index}`] ?? null}
            isMono
          />
          <TextField
            label={`Metadata value ${index + 1}`}
            placeholder='text, 3, true or ["a", "b"]'
            value={entry.value}
            onChange={(value) => edit(index, { value })}
            isMono
          />
          <IconButton
            label={`Remove metadata ${entry.key === '' ? index + 1 : entry.key}`}
            onPress={() => change({ metadata: metadata.toSpliced(index, 1) })}
          >
            ×
          </IconButton>
        </div>
      ))}
      <div>
        <Button onPress={() => change({ metadata: [...metadata, { key: '', value: '' }] })}>Add metadata</Button>
      </div>
    </>
  )
}
